public import Definitions

/// What an app's Swift files say about the models of a workspace.
public struct WorkspaceDefinitions: Sendable {
  /// The classes, enumerations and registrations.
  public let definitions: Definitions
  /// The Swift files that were read, absolute.
  public let files: [String]
  private let classNames: [ModelName: String]

  /// Reads the Swift files that `patterns` lead to, relative to the folder `root`; without any those at `okit/model/*.swift`.
  ///
  /// `models` is what `okit.json` says of models; their classes, where they are defined, count before those of the registrations. Throws errors of kind `configuration`
  /// (a path that leads nowhere) and `malformed` (a source that cannot be understood, with its place and the line).
  init(_ patterns: [String], in root: String, models: [ModelName: Configuration.Model] = [:]) throws {
    files = try DefinitionFiles(root: root).paths(of: patterns.isEmpty ? [DefinitionFiles.standard] : patterns)
    do {
      definitions = try Definitions(reading: DefinitionFiles.read(files))
    } catch let error as DefinitionError {
      throw OKitError(error)
    }
    var names: [ModelName: String] = [:]
    for registration in definitions.registrations {
      // As in the app, the last one counts.
      names[try registration.checkedName()] = registration.className
    }
    for (name, model) in models {
      // A class that is defined no more has been given another name in the sources, which then say it.
      guard let className = model.className, names[name] == nil || definitions.classes[className] != nil else {
        continue
      }
      names[name] = className
    }
    classNames = names
  }

  /// No definitions but those of the framework, with the classes that `okit.json` says.
  init(models: [ModelName: Configuration.Model]) {
    definitions = Definitions()
    files = []
    classNames = models.compactMapValues(\.className)
  }

  /// The class of a model's root: as `okit.json` says, else as the app registers it.
  public func className(of name: ModelName) -> String? { classNames[name] }

  /// The definition of a model's root, where its class is known and defined.
  func rootClass(of name: ModelName) -> ClassDefinition? { classNames[name].flatMap { definitions.classes[$0] } }

  /// The kind of a model, by the class of the framework that its class derives from.
  func kind(of name: ModelName) -> ModelKind? {
    guard case .model(let superclass)? = rootClass(of: name)?.role else { return nil }
    return ModelKind(superclass)
  }

  /// The models whose class is known, by name.
  var modelNames: [ModelName] { classNames.keys.sorted() }
}

extension Workspace {
  /// Reads the definitions: the Swift files that `okit.json` names, else `okit/model/*.swift`. Each call reads them anew; without any there
  /// are only the framework's own classes.
  ///
  /// Throws errors of kind `configuration` (a path that leads nowhere) and `malformed` (a source that cannot be understood, with its place and
  /// the line).
  public func definitions() throws -> WorkspaceDefinitions { try definitions(by: configuration) }

  /// The definitions that a configuration names, which may be a newer one than that of the workspace when it was opened.
  func definitions(by configuration: Configuration?) throws -> WorkspaceDefinitions {
    try WorkspaceDefinitions(configuration?.definitions ?? [], in: root, models: configuration?.models ?? [:])
  }
}

extension ModelKind {
  /// The kind of models whose class derives from a class of the framework.
  init(_ superclass: ModelSuperclass) {
    switch superclass {
    case .model: self = .plain
    case .encrypted: self = .encrypted
    case .transient: self = .transient
    case .http: self = .http
    case .encryptedHttp: self = .encryptedHttp
    case .settings: self = .settings
    }
  }
}

extension ModelRegistration {
  /// The name, as one that a model can have. Throws an error of kind `malformed` with the place of the call.
  fileprivate func checkedName() throws -> ModelName {
    do {
      return try ModelName(modelName)
    } catch let error as OKitError {
      guard let place else { throw error }
      throw OKitError(error.kind, error.detail, at: .init(path: place.path, line: place.line, column: place.column))
    }
  }
}

extension OKitError {
  /// What is wrong with a Swift file, with its place and the line.
  init(_ error: DefinitionError) {
    let place = OKitError.Place(path: error.place.path, line: error.place.line, column: error.place.column)
    self.init(.malformed, error.message, at: place, excerpt: .init(line: error.lineText, caret: error.caret))
  }
}
