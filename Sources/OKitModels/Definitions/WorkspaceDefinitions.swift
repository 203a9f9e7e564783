package import Definitions
package import OKitStorage

/// What an app's Swift files say about the models of a workspace.
package struct WorkspaceDefinitions: Sendable {
  /// The classes, enumerations and registrations.
  package let definitions: Definitions
  /// The Swift files that were read, absolute.
  package let files: [String]
  /// Why the definitions that the workspace names were not read; nil if they were.
  package let unavailable: OKitError?
  private let classNames: [ModelName: String]

  /// Reads the Swift files that `patterns` lead to, relative to the folder `root`; without any those at `okit/model/*.swift`.
  ///
  /// `models` is what `okit.json` says of models; their classes, where they are defined, count before those of the registrations. Throws an error of kind
  /// `configuration` for a path that leads nowhere and a registration under a name that no model can have. What cannot be understood costs its classes only, see ``problem(of:)``.
  package init(_ patterns: [String], in root: String, models: [ModelName: Configuration.Model] = [:]) throws {
    files = try DefinitionFiles(root: root).paths(of: patterns.isEmpty ? [DefinitionFiles.standard] : patterns)
    definitions = Definitions(understoodIn: try DefinitionFiles.read(files))
    unavailable = nil
    var names: [ModelName: String] = [:]
    for registration in definitions.registrations {
      // As in the app, the last one counts.
      names[try registration.checkedName()] = registration.className
    }
    for (name, model) in models {
      // A class that is defined no more has been given another name in the sources, which then say it.
      guard let className = model.className,
        names[name] == nil || definitions.classes[className] != nil || definitions.problem(ofClass: className) != nil
      else { continue }
      names[name] = className
    }
    classNames = names
  }

  /// Reads the Swift files that `patterns` lead to, relative to the folder `root`, without a workspace.
  ///
  /// Throws an error of kind `configuration` for a path that leads nowhere and a registration under a name that no model can have.
  package init(patterns: [String], in root: String) throws { try self.init(patterns, in: root) }

  /// No definitions but those of the framework, with the classes that `okit.json` says, because of the error `unavailable` or because nobody wants others.
  package init(models: [ModelName: Configuration.Model], unavailable: OKitError? = nil) {
    definitions = Definitions()
    self.unavailable = unavailable
    files = []
    classNames = models.compactMapValues(\.className)
  }

  /// The class of a model's root: as `okit.json` says, else as the app registers it.
  package func className(of name: ModelName) -> String? { classNames[name] }

  /// The definition of a model's root, where its class is known and defined.
  package func rootClass(of name: ModelName) -> ClassDefinition? {
    classNames[name].flatMap { definitions.classes[$0] }
  }

  /// The reason why the class of a model is not known although it may be defined: it, or a file that may declare or register it, was not understood.
  package func problem(of name: ModelName) -> DefinitionProblem? {
    guard let className = classNames[name] else { return definitions.hidingProblem }
    return definitions.problem(ofClass: className)
  }

  /// Throws an error of kind `configuration`, with the place in the sources, if the class of a model was not understood: then its kind is not known,
  /// nor what an app can decode.
  package func requireKnownClass(of name: ModelName) throws {
    if let problem = problem(of: name) { throw OKitError(problem.error) }
  }

  /// Throws what ``requireKnownClass(of:)`` throws, also if it is another class that the model's data are of.
  package func requireUnderstood(_ name: ModelName) throws {
    try requireKnownClass(of: name)
    guard let root = rootClass(of: name) else { return }
    try definitions.requireUnderstood(from: root.name)
  }

  /// The kind of a model, by the class of the framework that its class derives from.
  package func kind(of name: ModelName) -> ModelKind? {
    guard case .model(let superclass)? = rootClass(of: name)?.role else { return nil }
    return ModelKind(superclass)
  }

  /// The classes of models that the sources declare, by name, also those that are not understood.
  package var modelClassNames: [String] {
    let understood = definitions.classes.values.filter {
      if case .model = $0.role { !FrameworkClasses.contains($0.name) } else { false }
    }
    return (understood.map(\.name) + definitions.problems.flatMap(\.names)).sorted()
  }

  /// The models whose class is known, by name.
  package var modelNames: [ModelName] { classNames.keys.sorted() }
}

extension Definitions {
  /// Throws an error of kind `configuration`, with the place in the sources, if a class that data of `className` consist of was not understood.
  package func requireUnderstood(from className: String) throws {
    if let problem = firstProblem(reachableFrom: className) { throw OKitError(problem.error) }
  }
}

extension ModelKind {
  /// The kind of models whose class derives from a class of the framework.
  package init(_ superclass: ModelSuperclass) {
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
  /// The name, as one that a model can have. Throws an error of kind `configuration` with the place of the call.
  fileprivate func checkedName() throws -> ModelName {
    do {
      return try ModelName(modelName)
    } catch let error as OKitError {
      guard let place else { throw error }
      throw OKitError(.configuration, error.detail, at: .init(path: place.path, line: place.line, column: place.column))
    }
  }
}

extension OKitError {
  /// What is wrong with a Swift file, with its place and the line.
  package init(_ error: DefinitionError) {
    let place = OKitError.Place(path: error.place.path, line: error.place.line, column: error.place.column)
    self.init(.configuration, error.message, at: place, excerpt: .init(line: error.lineText, caret: error.caret))
  }
}

extension DefinitionProblem {
  /// The place as errors show it, so that an editor can go there, then what is wrong and what it costs, on one line.
  package var warning: String { "\(error.place.path):\(error.place.line):\(error.place.column): \(summary)" }

  /// What is wrong and what it costs, on one line.
  package var summary: String {
    // Which types are in the rest of the file is not known.
    if concernsFile || names.isEmpty { return "\(error.message); okit ignores the types in this file" }
    let classes = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    return "\(error.message); okit ignores \(classes)"
  }
}
