import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Runs a program that reads the old and the new form of all entities of a class, and prints the resulting entities.
struct RunStep: MigrationStep {
  static let keys = ["run"]
  static let help = #"{"run": "reprice", "class": "Book"}                 the program okit/migrations/reprice"#

  private let program: String
  private let className: String

  init(reading members: inout StepMembers) throws(MigrationFault) {
    program = try members.string()
    if let fault = PathComponent.fault(of: program) {
      throw members.fault("\(PathComponent.printable(program)) is not a valid program name: \(fault)")
    }
    className = try members.string("class", mayBeEmpty: false)
  }

  var subject: StepSubject { .objects(of: className) }

  func apply(in context: StepContext) throws -> [MigrationChange] {
    let (model, programs) = (context.model, context.programs)
    guard subject.isIn(model) else { return [] }
    var entities: [(value: JSONValue, document: Int)] = []
    context.forEachObject(of: className) { entities.append(($0, $1)) }
    var change = MigrationChange(
      kind: .run, subject: className, detail: "\(WorkspaceLayout.migrations)/\(program)", count: entities.count)
    try programs.require(program)
    guard !entities.isEmpty else { return [change] }
    guard let output = try programs.output(of: program, input: input(entities.map(\.value), model), for: model.name)
    else {
      assumeTarget(in: model)
      return [change]
    }
    let lines = try ProgramLines(output, for: entities.map(\.value), context, program)
    change.count = try store(lines, entities, in: model)
    // The program may have set any property.
    model.replaceableDefaults = ReplaceableDefaults()
    updateSnapshot(of: model)
    return [change]
  }

  /// Returns the input: a line for each entity, with its form before the migrations and its current form.
  private func input(_ entities: [JSONValue], _ model: MigratingModel) -> [UInt8] {
    let originals = model.originals?.originals(of: entities, className: className) ?? entities.map { $0 }
    var bytes: [UInt8] = []
    for (old, new) in zip(originals, entities) {
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("old", old)
        writer.member("new", new)
      }
      bytes += writer.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Changes the entities that differ, and returns their number.
  private func store(
    _ lines: ProgramLines, _ entities: [(value: JSONValue, document: Int)], in model: MigratingModel
  ) throws -> Int {
    let standIns = standIns(of: model)
    var live: [Int: JSONDocument] = [:]
    var count = 0
    for (index, (entity, document)) in entities.enumerated() {
      guard let new = lines.entities[index] else { continue }
      // Making a document live is expensive, and most entities do not change.
      guard live[document] != nil || !entity.isSame(as: new) else { continue }
      try requireKnown(new, standIns, lines, index, model)
      let json = live[document] ?? entity.document.live()
      live[document] = json
      let value = json.value(at: entity.index)
      guard value.isAttached else {
        throw lines.error("another line removes an object that contains its entity", index)
      }
      do {
        if try !ValueDifference(from: value, to: new).isEmpty { count += 1 }
      } catch let error as JSONEditError {
        throw lines.error("cannot change its entity: \(error)", index)
      }
    }
    for (document, json) in live where json.isChanged {
      try model.replaceDocument(document, with: json.currentText.bytes())
    }
    return count
  }

  /// Returns the ids of the stand-ins for entities in partials.
  private func standIns(of model: MigratingModel) -> Set<ExactText> {
    var ids: Set<ExactText> = []
    model.forEachObject { object, definition, _ in
      if definition.role == .partial, let id = object["id"]?.string { ids.insert(ExactText(id)) }
    }
    return ids
  }

  /// Throws an error if a stand-in has a new id, because its entity would be lost.
  private func requireKnown(
    _ new: JSONValue, _ standIns: Set<ExactText>, _ lines: ProgramLines, _ index: Int, _ model: MigratingModel
  ) throws {
    // The program may have moved stand-ins to properties that only the target has.
    for definitions in [model.snapshot.definitions, model.target.definitions] {
      var walk = ObjectWalk(new, as: className, in: definitions)
      while let (object, definition) = walk.next() {
        guard definition.role == .partial, let id = object["id"]?.string, !standIns.contains(ExactText(id))
        else { continue }
        throw lines.error("no partial has the id \(PathComponent.printable(id))", index)
      }
    }
  }

  /// Assumes that a program that did not run makes the data fit the target.
  private func assumeTarget(in model: MigratingModel) {
    model.unknownClasses.insert(className)
    for property in model.target.definitions.classes[className]?.properties ?? []
    where property.type.containedClass == nil {
      model.snapshot.takeTypes(of: property.type, from: model.target)
      model.snapshot.change(property.key, of: className) { known in
        if known.type.containedClass == nil { known.type = property.type }
      }
    }
  }

  /// Updates the snapshot to the objects of the class. New properties, and those that fit only the target, get the types of the target.
  private func updateSnapshot(of model: MigratingModel) {
    guard let old = model.snapshot.definitions.classes[className],
      let target = model.target.definitions.classes[className]
    else { return }
    var present: Set<ExactText> = []
    model.forEachObject { object, definition, _ in
      guard definition.name == className else { return }
      for (key, _) in object.members { present.insert(ExactText(key.string)) }
    }
    var members = PropertyMembers()
    for property in target.properties where present.contains(ExactText(property.key)) {
      guard let known = old.property(storedAs: property.key) else {
        members.gain(property, of: className)
        continue
      }
      if known.type != property.type, allFit(property, known.type, model) {
        model.snapshot.takeTypes(of: property.type, from: model.target)
        model.snapshot.change(property.key, of: className) { $0.type = property.type }
      }
    }
    for property in old.properties where target.property(storedAs: property.key) == nil {
      members.lose(property, of: className)
    }
    members.updateSnapshot(of: model)
  }

  /// Returns true if all values fit the type of the target, and some do not fit that of the snapshot.
  private func allFit(_ property: PropertyDefinition, _ old: PropertyType, _ model: MigratingModel) -> Bool {
    let (new, present) = (model.target.definitions, model.snapshot.definitions)
    let newCheck = ValueConversion(from: new, to: new)
    let oldCheck = ValueConversion(from: present, to: present)
    var (fitsNew, fitsOld) = (true, true)
    model.forEachObject { object, definition, _ in
      guard definition.name == className, let value = object[property.key] else { return }
      if !newCheck.changes(of: value, from: property.type, to: property.type).isEmpty { fitsNew = false }
      if !oldCheck.changes(of: value, from: old, to: old).isEmpty { fitsOld = false }
    }
    return fitsNew && !fitsOld
  }
}
