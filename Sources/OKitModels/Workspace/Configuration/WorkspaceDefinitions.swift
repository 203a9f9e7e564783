package import Definitions
package import OKitStorage

/// The definitions of a workspace's models in the app's Swift files.
package struct WorkspaceDefinitions: Sendable {
  /// The classes, enumerations and registrations.
  package let definitions: Definitions
  /// The absolute paths of the Swift files.
  package let files: [FilePath]
  /// The same paths with all links followed.
  let resolvedFiles: [FilePath]
  /// The files as they were when they were read.
  private let stamps: [FileStamp]
  /// The reason why the definitions that the workspace names were not read; nil if they were.
  package let unavailable: OKitError?
  private let classNames: [ModelName: String]

  /// Reads the Swift files that `patterns` match, relative to the folder `root`; without patterns, the files at `okit/model/*.swift`.
  ///
  /// `models` are the models in `okit.json`. Their classes, if defined, take precedence over those of the registrations. A type that is not
  /// understood affects only its models, see ``problem(of:)``.
  ///
  /// Throws an error of kind `configuration` if a path matches no file or a registration has an invalid model name.
  package init(
    _ patterns: [String], in files: DefinitionFiles, models: [ModelName: Configuration.Model] = [:]
  ) throws {
    let found = try files.paths(of: patterns.isEmpty ? [DefinitionFiles.standard] : patterns)
    self.files = found.map(\.path)
    resolvedFiles = found.map(\.resolved)
    let read = try DefinitionFiles.read(self.files)
    stamps = read.map(\.stamp)
    definitions = Definitions(understoodIn: read.map(\.source))
    unavailable = nil
    var names: [ModelName: String] = [:]
    for registration in definitions.registrations {
      // As in the app, the last registration counts.
      names[try registration.checkedName()] = registration.className
    }
    for (name, model) in models {
      // An undefined class was probably renamed in the sources, so the registration takes precedence.
      guard let className = model.className,
        names[name] == nil || definitions.classes[className] != nil || definitions.problem(ofClass: className) != nil
      else { continue }
      names[name] = className
    }
    classNames = names
  }

  /// True if `patterns` match the same files, and these did not change.
  func isCurrent(_ patterns: [String], in files: DefinitionFiles) throws -> Bool {
    let found = try files.paths(of: patterns.isEmpty ? [DefinitionFiles.standard] : patterns)
    return try found.map(\.resolved) == resolvedFiles && found.map { try FileStatus.of($0.resolved)?.stamp } == stamps
  }

  /// Reads the Swift files that `patterns` match, relative to the folder `root`, without a workspace.
  ///
  /// Throws an error of kind `configuration` if a path matches no file or a registration has an invalid model name.
  package init(patterns: [String], in root: FilePath) throws {
    try self.init(patterns, in: DefinitionFiles(root: root))
  }

  /// Only the framework's definitions, with the class names in `okit.json`. `unavailable` is the reason if other definitions could not be read.
  package init(models: [ModelName: Configuration.Model], unavailable: OKitError? = nil) {
    definitions = Definitions()
    self.unavailable = unavailable
    files = []
    resolvedFiles = []
    stamps = []
    classNames = models.compactMapValues(\.className)
  }

  /// The definitions of `known` with those that were inferred for other models.
  package init(_ known: WorkspaceDefinitions, adding inferred: Definitions) {
    var definitions = known.definitions
    definitions.classes.merge(inferred.classes) { known, _ in known }
    definitions.enumerations.merge(inferred.enumerations) { known, _ in known }
    self.definitions = definitions
    (files, resolvedFiles, stamps) = (known.files, known.resolvedFiles, known.stamps)
    unavailable = known.unavailable
    var names = known.classNames
    for registration in inferred.registrations {
      guard let name = try? ModelName(registration.modelName) else { continue }
      names[name] = registration.className
    }
    classNames = names
  }

  /// Returns the class of a model's root in `okit.json`, or else in its registration.
  package func className(of name: ModelName) -> String? { classNames[name] }

  /// Returns the definition of a model's root; nil if its class is unknown or undefined.
  package func rootClass(of name: ModelName) -> ClassDefinition? {
    classNames[name].flatMap { definitions.classes[$0] }
  }

  /// The definitions of the roots of models, as far as they are known.
  package var rootClasses: [ClassDefinition] { Set(classNames.values).sorted().compactMap { definitions.classes[$0] } }

  /// Returns the problem that makes the class of a model unknown: the class, or a file that may declare or register it, was not understood.
  package func problem(of name: ModelName) -> DefinitionProblem? {
    guard let className = classNames[name] else { return definitions.hidingProblem }
    return definitions.problem(ofClass: className)
  }

  /// Throws an error of kind `configuration`, with the place in the sources, if the class of a model was not understood. The model's kind, and the
  /// values that an app can decode, are then unknown.
  package func requireKnownClass(of name: ModelName) throws {
    if let problem = problem(of: name) { throw OKitError(problem.error) }
  }

  /// Throws the errors of ``requireKnownClass(of:)``, also for the other classes of the model's data.
  package func requireUnderstood(_ name: ModelName) throws {
    try requireKnownClass(of: name)
    guard let root = rootClass(of: name) else { return }
    try definitions.requireUnderstood(from: root.name)
  }

  /// Returns the kind of a model, by the framework class that its class derives from; nil if it is unknown.
  package func kind(of name: ModelName) -> ModelKind? {
    guard case .model(let superclass)? = rootClass(of: name)?.role else { return nil }
    return ModelKind(superclass)
  }

  /// The names of the models' classes in the sources, sorted, including those that are not understood.
  package var modelClassNames: [String] {
    let understood = definitions.classes.values.filter {
      if case .model = $0.role { !FrameworkClasses.contains($0.name) } else { false }
    }
    return (understood.map(\.name) + definitions.problems.flatMap(\.names)).sorted()
  }

  /// The models with a known class, sorted by name.
  package var modelNames: [ModelName] { classNames.keys.sorted() }
}

extension Definitions {
  /// Throws an error of kind `configuration`, with the place in the sources, if `className` or a class that it refers to was not understood.
  package func requireUnderstood(from className: String) throws {
    if let problem = firstProblem(reachableFrom: className) { throw OKitError(problem.error) }
  }
}

extension ModelKind {
  /// The kind of models whose class derives from a framework class.
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
  /// Returns the name if it is a valid model name. Throws an error of kind `configuration` with the place of the call.
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
  /// An error in a Swift file, with its place and the line.
  package init(_ error: DefinitionError) {
    let place = OKitError.Place(path: error.place.path, line: error.place.line, column: error.place.column)
    self.init(.configuration, error.message, at: place, excerpt: .init(line: error.lineText, caret: error.caret))
  }
}

extension DefinitionProblem {
  /// The summary after the place, in a format that editors recognize.
  package var warning: String { "\(error.place.path):\(error.place.line):\(error.place.column): \(summary)" }

  /// The problem and its consequence on one line.
  package var summary: String {
    // The other types in the file are unknown.
    if concernsFile || names.isEmpty { return "\(error.message); okit ignores the types in this file" }
    let classes = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    return "\(error.message); okit ignores \(classes)"
  }
}

extension WorkspaceDefinitions {
  /// Returns the definitions that the data of a model should conform to; nil if its class is unknown, undefined or not understood.
  package func snapshot(of name: ModelName) -> ModelSnapshot? {
    guard let root = rootClass(of: name), (try? requireUnderstood(name)) != nil else { return nil }
    return ModelSnapshot(of: root.name, in: definitions)
  }
}
