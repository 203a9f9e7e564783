import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Moves the entities of a property from partials into the model.
struct InlineStep: MigrationStep {
  static let keys = ["inline"]
  static let help = #"{"inline": "Directory.groups"}                      and back"#

  private let path: PropertyPath

  init(reading members: inout StepMembers) throws(MigrationFault) { path = try members.path() }

  var subject: StepSubject { .property(path) }

  func apply(in context: StepContext) throws -> [MigrationChange] {
    guard let place = try context.place(path) else { return [] }
    return [try Inlining.run(at: place, in: context)]
  }
}

/// Moves entities from partials into the documents of their stand-ins. A partial can contain others.
struct Inlining {
  /// A stand-in that its entity replaces.
  private struct Move {
    let standIn: JSONValue
    /// The document of the stand-in.
    let document: Int
    /// The document of the partial; nil if it has no file. Such a stand-in stands for a new entity.
    let partial: Int?
  }

  private let context: StepContext
  private let standIn: ClassDefinition
  private let entity: ClassDefinition
  private var moves: [Move] = []
  /// The ids, as JSON, of stand-ins that references refer to.
  private var lostReferences: [String] = []

  private var model: MigratingModel { context.model }

  /// Replaces the stand-ins of a property with their entities, and removes the partials.
  static func run(at place: PropertyLocation, in context: StepContext) throws -> MigrationChange {
    let model = context.model
    var inlining = try Inlining(of: place, in: context)
    try inlining.collect(place)
    let texts = try inlining.texts()
    try model.edit { edits in
      for (move, text) in texts { try edits.replace(move.standIn, with: text, in: move.document) }
    }
    let (standIn, entity) = (inlining.standIn.name, inlining.entity.name)
    var change = MigrationChange(
      kind: .inlined, subject: place.subject, detail: entity, count: inlining.moves.count)
    for id in inlining.lostReferences { change.note(lost: id) }
    model.removePartials(Set(inlining.moves.compactMap(\.partial)))
    model.snapshot.change(place.property.key, of: place.holder.name) {
      $0.type = $0.type.replacing(.object(standIn), by: .object(entity))
    }
    return change
  }

  private init(of place: PropertyLocation, in context: StepContext) throws {
    let definitions = context.model.snapshot.definitions
    guard let standIn = place.property.type.containedClass.flatMap({ definitions.classes[$0] }),
      standIn.role == .partial,
      let entity = standIn.partialEntity.flatMap({ definitions.classes[$0.className] })
    else {
      throw context.error(
        .configuration, "\(place.subject) of type \(place.property.type) is not a stand-in")
    }
    self.context = context
    self.standIn = standIn
    self.entity = entity
  }

  /// Finds the stand-ins of a property. Throws an error of kind `malformed` if two stand for the same partial, which would be duplicated.
  private mutating func collect(_ place: PropertyLocation) throws {
    let partials = model.partials
    let referenced = ReferencedIDs(of: model.documents.map(\.json))
    let referencedByOthers = try model.idsReferencedByOthers()
    var counts: [Int: Int] = [:]
    var found: [Move] = []
    try model.forEachObject { object, definition, document in
      if definition.role == .partial, let partial = object["id"]?.string.flatMap({ partials[ExactText($0)] }) {
        counts[partial, default: 0] += 1
      }
      guard definition.name == place.holder.name, let value = object[place.property.key], !value.isNull else { return }
      let contained = ContainedObjects(value, as: place.property.type)
      if let firstNonObject = contained.firstNonObject {
        throw context.error("\(firstNonObject.shown) is not a stand-in", at: firstNonObject, in: document)
      }
      for standIn in contained.objects {
        let key = standIn["id"]?.string
        found.append(Move(standIn: standIn, document: document, partial: key.flatMap { partials[ExactText($0)] }))
      }
    }
    for move in found {
      if let partial = move.partial, counts[partial, default: 0] > 1 {
        throw context.error("the partial has more than one stand-in", at: move.standIn, in: move.document)
      }
      guard let id = move.standIn["id"], let known = EntityID(id),
        referenced.contains(known) || referencedByOthers.contains(known)
      else { continue }
      let own = move.partial.flatMap { model.documents[$0].json.root["id"] }
      if !(own?.isSame(as: id) ?? false) { lostReferences.append(id.shown) }
    }
    moves = found
  }

  /// Returns the JSON that replaces the stand-ins, except for stand-ins inside a partial that moves itself.
  ///
  /// Throws an error of kind `malformed` if partials contain each other.
  private func texts() throws -> [(move: Move, text: String)] {
    let moveOfPartial = Dictionary(moves.enumerated().compactMap { index, move in move.partial.map { ($0, index) } }) {
      first, _ in first
    }
    let hosted = Dictionary(grouping: moves.indices) { moves[$0].document }
    var texts: [Int: String] = [:]
    var missing = hosted.mapValues { $0.count { moves[$0].partial != nil } }
    // The text of a partial needs the texts of those in it.
    var ready = moveOfPartial.keys.filter { missing[$0, default: 0] == 0 }.sorted()
    for (index, move) in moves.enumerated() where move.partial == nil { texts[index] = try newText(move) }
    while let document = ready.popLast() {
      guard let index = moveOfPartial[document] else { continue }
      texts[index] = try text(moves[index], root(of: document, hosted[document] ?? [], texts))
      let host = moves[index].document
      missing[host, default: 0] -= 1
      if missing[host] == 0, moveOfPartial[host] != nil { ready.append(host) }
    }
    guard texts.count == moves.count else {
      throw context.error(.malformed, "partials of the class \(standIn.name) contain each other in an endless cycle")
    }
    return moves.indices.filter { moveOfPartial[moves[$0].document] == nil }.compactMap { index in
      texts[index].map { (moves[index], $0) }
    }
  }

  /// Returns the entity of a partial, with the entities that move into it.
  private func root(of document: Int, _ hosted: [Int], _ texts: [Int: String]) throws -> JSONValue {
    let json = model.documents[document].json
    if hosted.isEmpty { return json.root }
    let live = json.live()
    for index in hosted {
      do throws(JSONEditError) {
        try live.value(at: moves[index].standIn.index).replace(with: texts[index] ?? "null")
      } catch {
        throw context.error("cannot be changed: \(error)", at: moves[index].standIn, in: document)
      }
    }
    return try JSONDocument(parsing: live.currentText.bytes(), path: model.path(of: model.documents[document])).root
  }

  /// Returns the entity with the properties that only its stand-in has.
  private func text(_ move: Move, _ root: JSONValue) throws -> String {
    guard root.kind == .object else {
      throw context.error("the partial of this entity contains \(root.shown)", at: move.standIn, in: move.document)
    }
    var writer = JSONWriter()
    writer.object { writer in
      for (key, value) in root.members { writer.member(key.string, value) }
      for (key, value) in given(by: move.standIn) where root[key] == nil { writer.member(key, value) }
    }
    return writer.text
  }

  /// Returns the entity of a stand-in without a file: the defaults of its class.
  private func newText(_ move: Move) throws -> String {
    var writer = JSONWriter()
    writer.object { writer in
      for (key, value) in given(by: move.standIn) { writer.member(key, value) }
    }
    return try context.newObject(of: entity.name, given: JSONDocument(parsing: writer.text).root)
  }

  /// Returns the properties of a stand-in without its id, by the keys of its entity.
  private func given(by object: JSONValue) -> [(key: String, value: JSONValue)] {
    object.members.filter { key, _ in key.isFirst && key != "id" }.map { key, value in
      let property = standIn.property(storedAs: key.string)
      let own = property.flatMap { entity.property(called: $0.name) }
      return (own?.key ?? key.string, value)
    }
  }
}
