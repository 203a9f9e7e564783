import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Keeps the properties that a stand-in shares with its partial equal when one of them is edited, as an app's class does with `sync` or `didSet`.
///
/// Shared properties have the same name and, according to the definitions, the same type. Properties that differed before the edits were never in
/// sync and stay different. Values that contain entities also stay different, because each side has its own entities. References change on both
/// sides.
struct StandInSync {
  private struct Pair {
    let standIn: EntityPlace
    let partial: ModelDocument
  }

  /// One side of a pair: the current object, and the object before the edits.
  private struct Side {
    let place: EntityPlace
    let former: JSONValue

    func changed(_ key: String) -> Bool { !StandInSync.isSame(former[key], place.value[key]) }
  }

  private static func isSame(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isEquivalent(to: other)
    default: false
    }
  }

  private let session: EditSession
  /// Messages about properties that could not be synchronized.
  private(set) var warnings: [Warning] = []
  /// The values that were changed on the other side.
  private(set) var changes: [(place: EntityPlace, key: String)] = []

  init(_ session: EditSession) { self.session = session }

  /// Copies changes to the other side, for changed partials and for stand-ins in `touched`. A property that changed on both sides stays as it is.
  /// With `isDry`, only warns of differences.
  mutating func run(touched: [JSONValue], isDry: Bool) throws {
    var seen: Set<ObjectIdentifier> = []
    for pair in try pairs(touched) where seen.insert(ObjectIdentifier(pair.partial)).inserted {
      guard let old = pair.partial.standIn, let formerStandIn = Self.former(old) else { continue }
      let standIn = Side(place: pair.standIn, former: formerStandIn)
      let partial = Side(place: pair.partial.root, former: pair.partial.json.parsed.root)
      for key in sharedKeys(standIn, partial) where !Self.isSame(standIn.place.value[key], partial.place.value[key]) {
        let (one, other) = (standIn.former[key], partial.former[key])
        let wasInSync = one == nil || other == nil || Self.isSame(one, other)
        switch (standIn.changed(key), partial.changed(key)) {
        case (false, true): try copy(key, from: partial.place, to: standIn.place, isDry: isDry || !wasInSync)
        case (true, false): try copy(key, from: standIn.place, to: partial.place, isDry: isDry || !wasInSync)
        case (true, true):
          warn(
            "\(PathComponent.printable(key)) differs in the stand-in and its partial",
            remedy: .words(
              "run 'okit partial sync' to use the partial's value, or add '--from model' to use the stand-in's"))
        case (false, false): break
        }
      }
    }
  }

  /// Returns the object as it was read. For an object that was replaced, returns the former entity with its id. Nil if the object is new.
  private static func former(_ place: EntityPlace) -> JSONValue? {
    let document = place.document.json
    if place.value.document === document || place.value.document === document.parsed {
      return document.parsed.value(at: place.value.index)
    }
    guard let id = place.value["id"]?.string else { return nil }
    var former: JSONValue?
    document.parsed.forEachEntity { entity, text in
      if former == nil, text.hasString(equalTo: id) { former = entity }
    }
    return former
  }

  // MARK: - Pairs

  private func pairs(_ touched: [JSONValue]) throws -> [Pair] {
    let store = session.store
    var pairs: [Pair] = []
    for document in store.changedDocuments {
      guard let standIn = document.standIn, store.readDocuments.contains(where: { $0 === document }) else { continue }
      if standIn.value.isAttached { pairs.append(Pair(standIn: standIn, partial: document)) }
    }
    var files: [ModelName: Set<ExactText>] = [:]
    // Parents that were examined with another object are skipped.
    var looked: Set<JSONValue> = []
    for value in touched where value.isAttached {
      guard let document = store.document(of: value) else { continue }
      if files[document.model] == nil { files[document.model] = try names(of: document.model) }
      guard files[document.model]?.isEmpty == false else { continue }
      var around: JSONValue? = value
      while let object = around, looked.insert(object).inserted {
        if let id = object["id"]?.string, files[document.model]?.contains(ExactText(id)) == true {
          pairs += try pair(EntityPlace(document: document, value: object)).map { [$0] } ?? []
        }
        around = object.parent
      }
    }
    return pairs
  }

  /// Returns the keys of a model's partials that have a file.
  private func names(of model: ModelName) throws -> Set<ExactText> {
    let folder = ModelFiles.partialFolder(of: model)
    guard try FileStatus.of(session.workspace.storage.absolute(folder))?.kind == .folder else { return [] }
    return Set(try session.workspace.jsonFiles(in: folder).map(ExactText.init))
  }

  private func pair(_ standIn: EntityPlace) throws -> Pair? {
    do {
      return try session.store.partial(of: standIn).map { Pair(standIn: standIn, partial: $0) }
    } catch let error where UnreadPartial.isTolerable(error) {
      session.warnings.append(
        Warning("the properties that the entity shares with its stand-in were not updated: \(error)"))
      return nil
    }
  }

  // MARK: - Properties

  private func sharedKeys(_ standIn: Side, _ partial: Side) -> [String] {
    if let keys = Self.sharedKeys(standIn.place, partial.place, session.classes) { return keys }
    // Without definitions, properties are shared if both sides have or had them.
    return standIn.former.members.map(\.key.string).filter { key in
      key != "id" && (partial.former[key] != nil || partial.place.value[key] != nil)
    }
  }

  /// Returns the keys of properties that both classes store with the same type; nil without definitions.
  private static func sharedKeys(
    _ standIn: EntityPlace, _ partial: EntityPlace, _ classes: EntityClasses
  ) -> [String]? {
    guard let one = classes.definition(of: standIn), let other = classes.definition(of: partial) else { return nil }
    return one.properties.filter { property in
      property.key != "id" && other.property(storedAs: property.key)?.type.unwrapped == property.type.unwrapped
    }.map(\.key)
  }

  /// Returns a warning if an entity below the member `key` of `container` is in a property that a stand-in and its partial share. Such a change
  /// cannot be copied to the other side, because an entity can be in only one file. Nil if the property is not shared.
  static func warning(
    ofEntityBelow container: JSONValue?, _ key: String?, _ document: ModelDocument, _ store: EntityStore
  ) throws -> String? {
    var (value, key) = (container, key)
    while let object = value {
      let place = EntityPlace(document: document, value: object)
      let isPartial = object.parent == nil
      if let key, let other = try isPartial ? document.standIn : store.partial(of: place)?.root {
        let (standIn, partial) = isPartial ? (other, place) : (place, other)
        let isShared = try sharedKeys(standIn, partial, store.classes())?.contains(key) ?? (other.value[key] != nil)
        if isShared { return keepsEntities(key, isPartial ? "stand-in" : "partial") }
      }
      (value, key) = (object.parent, object.key?.string)
    }
    return nil
  }

  private static func keepsEntities(_ key: String, _ side: String) -> String {
    "the \(side) keeps its own \(PathComponent.printable(key)): an entity can be in only one of the two files"
  }

  private mutating func warn(_ message: String, remedy: OKitError.Remedy? = nil) {
    let warning = Warning(message, remedy: remedy)
    // An edit of many stand-ins warns only once.
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  private mutating func copy(_ key: String, from source: EntityPlace, to target: EntityPlace, isDry: Bool) throws {
    let (new, old) = (source.value[key], target.value[key])
    let isToPartial = target.value.parent == nil
    let side = isToPartial ? "partial" : "stand-in"
    let text = new?.copy(inPlaceOf: old, newID: session.edit.newID)
    guard new == nil || text != nil, old?.canBeReplaced(by: new) ?? true else {
      return warn(Self.keepsEntities(key, side))
    }
    guard !isDry, mayCopy(new, key, to: target) else {
      // 'partial sync' does not add a property that one side lacks.
      let remedy: OKitError.Remedy? =
        new == nil || old == nil
        ? nil : .words("run 'okit partial sync\(isToPartial ? " --from model" : "")' to synchronize them")
      return warn("the \(side) keeps its own \(PathComponent.printable(key))", remedy: remedy)
    }
    try session.change(target.value) {
      switch (text, old) {
      case (let text?, let old?): _ = try old.replace(with: text)
      case (let text?, nil): _ = try target.value.add(key, text)
      case (nil, let old?): try old.remove()
      case (nil, nil): break
      }
    }
    changes.append((target, key))
  }

  private func mayCopy(_ new: JSONValue?, _ key: String, to target: EntityPlace) -> Bool {
    if let definition = session.classes.definition(of: target) {
      guard let property = definition.property(storedAs: key) else { return false }
      guard let new else { return !property.isRequired }
      return session.checker.walk(new, as: property.type).faults.isEmpty
    }
    // A value of another JSON type probably has another meaning.
    guard let new, let old = target.value[key], !new.isNull, !old.isNull else { return true }
    return new.kind == old.kind
  }
}
