import Definitions
import JSONDocument
package import OKitStorage
package import Rules

/// The rules of a workspace for the objects of its classes.
package struct WorkspaceRules {
  /// The rules of one source for a class.
  package struct ClassRules {
    /// The class that the source is about: the class itself or one that it derives from.
    package let className: String
    /// The rules.
    package let schema: Schema
  }

  /// The classes that the rules are about.
  package let classes: EntityClasses
  /// The rules of each class that has any, with those of the classes that it derives from.
  package let ofClass: [String: [ClassRules]]
  /// The names of rule files without a class.
  package let unknownClasses: [String]
  /// The rules of these files, which others can refer to.
  let shared: [String: Schema]
  /// Keeps the schemas that references lead to.
  private let parser: SchemaParser
  /// The classes whose objects have rules or can contain objects that have.
  let entered: Set<String>
  /// True if values must be unique in a model, so that all its documents must be read.
  let hasModelScope: Bool
  /// True if properties must not change, so that the former values are needed.
  let hasReadOnly: Bool

  /// Reads the rules of `workspace`; nil if there are none.
  ///
  /// - Parameters:
  ///   - classes: The classes of the workspace. With `infer`, classes of models without definitions are added to them if there are rule files.
  ///   - note: Called with each rule that is not understood, instead of throwing the first one. Such rules are only for a list of mistakes.
  ///
  /// Throws errors of kind `configuration`, with their position, for files that cannot be read and rules that are not understood.
  package init?(
    of workspace: Workspace, _ classes: EntityClasses, inferring infer: () throws -> EntityClasses,
    noting note: ((OKitError) -> Void)? = nil
  ) throws {
    let files = try RuleFiles.sources(in: workspace)
    if files.isEmpty, !classes.definitions.hasRuleComments { return nil }
    let isInferred = files.keys.contains { classes.definitions.classes[$0] == nil }
    try self.init(files, isInferred ? infer() : classes, noting: note)
  }

  /// The rules in `files` and in comments of the classes.
  private init(
    _ files: [String: RuleSource], _ classes: EntityClasses, noting note: ((OKitError) -> Void)?
  ) throws {
    self.classes = classes
    let definitions = classes.definitions
    let parser = SchemaParser(collectsMistakes: note != nil) { files[$0] }
    self.parser = parser
    var schemas: [String: Schema] = [:]
    var commented: [String: Schema] = [:]
    var found: [String: [ClassRules]] = [:]
    do throws(RuleError) {
      for (name, source) in files.sorted(by: { $0.key < $1.key }) { schemas[name] = try parser.parse(source) }
      for (name, definition) in definitions.classes.sorted(by: { $0.key < $1.key }) {
        let inherited = definition.superclass.flatMap { definitions.classes[$0] }?.properties ?? []
        if let source = definition.commentedRules(except: inherited) { commented[name] = try parser.parse(source) }
      }
      for name in definitions.classes.keys.sorted() {
        var rules: [ClassRules] = []
        var ancestor: String? = name
        var seen: Set<String> = []
        while let current = ancestor, seen.insert(current).inserted {
          if let schema = schemas[current] { rules.append(ClassRules(className: current, schema: schema)) }
          if let schema = commented[current] { rules.append(ClassRules(className: current, schema: schema)) }
          ancestor = definitions.classes[current]?.superclass
        }
        if !rules.isEmpty { found[name] = rules }
      }
      try parser.finish()
    } catch {
      throw OKitError(error)
    }
    if let note { for mistake in parser.mistakes { note(OKitError(mistake)) } }
    ofClass = found
    shared = schemas.filter { definitions.classes[$0.key] == nil }
    unknownClasses = files.keys.filter { definitions.classes[$0] == nil }.sorted()
    entered = Self.containers(of: Set(found.keys), in: definitions)
    let sources = found.values.flatMap { $0.map(\.schema.source) }
    hasModelScope = sources.contains { source in
      source.document.values.contains {
        $0.hasString(equalTo: UniqueScope.model.rawValue) && $0.key?.string == SchemaParser.prefix + "unique"
      }
    }
    hasReadOnly = sources.contains { source in
      source.document.values.contains { $0.bool == true && $0.key?.string == "readOnly" }
    }
  }

  /// Returns the classes, and those whose objects can contain objects of them in the same document.
  private static func containers(of names: Set<String>, in definitions: Definitions) -> Set<String> {
    var owners: [String: Set<String>] = [:]
    for (name, definition) in definitions.classes {
      for inner in definition.properties.flatMap(\.type.names) { owners[inner, default: []].insert(name) }
    }
    var containers = names
    var open = Array(names)
    while let name = open.popLast() {
      for owner in owners[name] ?? [] where containers.insert(owner).inserted { open.append(owner) }
    }
    return containers
  }
}

extension OKitError {
  /// An error in rules, with its place.
  package init(_ error: RuleError) {
    let place = error.source.position(of: error.json)
    self.init(
      .configuration, error.message, at: Place(path: error.source.path, line: place.line, column: place.column),
      remedy: error.unknownName.map { .candidates(error.candidates, insteadOf: $0) })
  }
}
