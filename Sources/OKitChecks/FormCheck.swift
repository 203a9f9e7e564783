import Bindings
import Definitions
import Forms
import JSONDocument
package import OKitModels
import OKitStorage
import Rules

/// The check of the forms of a workspace.
package struct FormCheck {
  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Finds what is not understood in the named forms, or in all without names, and classes, functions and properties that do not exist, also in
  /// conditions.
  ///
  /// Throws the errors of reading definitions, and of kind `notFound` for a name without a form.
  package func findings(in names: [String] = []) throws -> [Finding] {
    try workspace.prepareKeys()
    return try workspace.storage.reading { try findings(in: names, EntityStore(workspace), withFunctions: true) }
  }

  /// Does the same for all forms, without functions, which a backup does not contain. The caller holds the lock.
  func all() throws -> [Finding] {
    do {
      return try findings(in: [], EntityStore(workspace), withFunctions: false)
    } catch let error as OKitError where error.kind == .configuration && error.place == nil {
      // The folder itself cannot be read.
      return [Finding(.invalidForm, file: WorkspaceLayout.forms, error.detail)]
    }
  }

  private func findings(in named: [String], _ store: EntityStore, withFunctions: Bool) throws -> [Finding] {
    let names = try named.isEmpty ? FormFiles.names(in: workspace) : named
    if names.isEmpty { return [] }
    let classes = try store.classes()
    return try names.flatMap { name -> [Finding] in
      do {
        let file = FormFiles.path(of: name)
        var invalid: [Finding] = []
        let form = try FormFiles.form(name, in: workspace) { error in
          invalid.append(
            Finding(
              .invalidForm, file: file, line: error.place?.line, column: error.place?.column, error.detail))
        }
        return invalid + (withFunctions ? unknownFunctions(in: form, file) : [])
          + unknownNames(in: form, file, classes, store)
      } catch let error as OKitError where error.kind == .configuration {
        return [
          Finding(
            .invalidForm, file: FormFiles.path(of: name), line: error.place?.line, column: error.place?.column,
            error.detail)
        ]
      }
    }
  }

  private func finding(_ message: String, at json: JSONValue?, _ file: WorkspacePath) -> Finding {
    let position = json.map { $0.document.position(of: $0.range.lowerBound) }
    return Finding(.invalidForm, file: file, line: position?.line, column: position?.column, message)
  }

  private func unknownFunctions(in form: Form, _ file: WorkspacePath) -> [Finding] {
    let known = FunctionDescriptions.names(in: workspace)
    let called =
      form.fields.map { ($0.function, $0.json?["function"]) }
      + [(form.submit?.function, form.json?["submit"]?["function"])]
    return called.compactMap { name, json in
      guard let name, !known.contains(where: name.isExactly) else { return nil }
      return finding("no function \(PathComponent.printable(name))", at: json, file)
    }
  }

  private func unknownNames(
    in form: Form, _ file: WorkspacePath, _ classes: EntityClasses, _ store: EntityStore
  ) -> [Finding] {
    // Without definitions, the classes are only inferred from data.
    guard let name = form.className, !classes.definitions.classes.isEmpty else { return [] }
    guard let definition = classes.definitions.classes[name] else {
      return [finding("no class \(PathComponent.printable(name))", at: form.json?["class"], file)]
    }
    let locals = form.fields.filter { $0.path == nil }.map(\.name)
    let names = UnknownNames(workspace, classes, others: locals)
    var findings: [Finding] = []
    func add(_ found: UnknownNames.Found?, at json: JSONValue?) {
      if let found { findings.append(finding(found.message, at: json, file)) }
    }
    let conditions = ImpossibleConditions(store)
    func add(_ condition: BindingCondition?, at json: JSONValue?) {
      guard let condition else { return }
      if let found = names.first(in: condition, ofClass: definition.name) { return add(found, at: json) }
      if let fault = conditions.fault(in: condition, ofClass: definition.name) {
        findings.append(finding(fault, at: json, file))
      }
    }
    func add(_ checks: [Forms.FormCheck]) {
      for check in checks {
        if case .predicate(let condition, _) = check.requirement { add(condition, at: check.json) }
      }
    }
    for section in form.sections {
      add(section.visible, at: section.json?["visible"])
      for field in section.fields {
        add(field.path.flatMap { names.first(in: $0, ofClass: definition.name) }, at: field.json?["path"] ?? field.json)
        add(field.visible, at: field.json?["visible"])
        add(field.enabled, at: field.json?["enabled"])
        add(field.shown.flatMap { names.first(in: $0, ofClass: definition.name) }, at: field.json?["shown"])
        add(field.checks)
        guard let path = field.path else { continue }
        if let kind = field.kind, !field.isReadOnly, let type = names.type(of: path, ofClass: definition.name),
          !kind.fits(type, classes.definitions)
        {
          findings.append(
            finding("the kind \(kind.rawValue) does not fit the type \(type)", at: field.json?["kind"], file))
        }
        // The rules of another object's property are for its class.
        guard definition.property(storedAs: path.description) != nil else { continue }
        for rule in field.rules?.listed ?? [] where rule.keyword != "required" {
          if let (found, json) = names.first(in: rule, ofClass: definition.name) { add(found, at: json) }
        }
      }
    }
    add(form.checks)
    return findings
  }
}

extension FieldKind {
  /// False if no value of this type can be entered in this way. A text can also be the JSON of a value.
  fileprivate func fits(_ type: PropertyType, _ definitions: Definitions) -> Bool {
    if !isEntry || isText { return true }
    func role(_ type: PropertyType) -> ClassDefinition.Role? {
      type.objectClass.flatMap { definitions.classes[$0]?.role }
    }
    switch type.unwrapped {
    case .other, .data: return true
    case .rawRepresentable(_, let raw): return fits(raw, definitions)
    case .bool: return [.switch, .choice].contains(self)
    case .integer, .float, .double, .decimal, .enumeration: return isNumber || self == .choice
    case .date, .string, .url, .uuid: return isDate || isNumber || self == .choice
    case .object:
      return role(type).map { $0.isAttachment ? isFiles : $0 == .reference && self == .choice } ?? false
    case .array(let element), .set(let element):
      return role(element)?.isAttachment == true ? isFiles : [.choices, .list, .choice].contains(self)
    case .dictionary, .optional: return false
    }
  }
}
