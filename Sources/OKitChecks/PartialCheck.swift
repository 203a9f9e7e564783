import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The check of partials against their models.
extension CheckRun {
  /// Returns faults for stand-ins without a file. `standIns` are the stand-ins according to the definitions.
  ///
  /// Without definitions, siblings are compared: if most objects in an array have a file, the others should have one, too.
  func missingPartials(
    of model: ModelFiles, _ standIns: [EntityPlace]?
  ) throws -> [(ModelDocument, ValueFault)] {
    let files = model.documents.dropFirst().map(\.path) + (standIns == nil ? model.unread.map(\.path) : [])
    let names = files.compactMap { $0.name.withoutSuffix(".json") }
    let keys = Set(names.map(ExactText.init))
    guard let standIns else { return keys.isEmpty ? [] : unlikeSiblings(model, keys) }
    return standIns.compactMap { place in
      guard let key = place.value["id"]?.string, !keys.contains(ExactText(key)) else { return nil }
      let unread = model.unread.first { $0.path.name.isExactly(key + ".json") }
      if let unread, unread.file?.size != 0 { return nil }
      if let fault = invalidName(of: key, place) { return fault }
      let what = unread == nil ? "no file" : "an empty file"
      let json = repairs == nil ? nil : emptyPartial(for: place, key: key)
      let fault = ValueFault(
        kind: .missingPartial, value: place.value, message: "\(PathComponent.printable(key)) has \(what)",
        repair: json.map { .createPartial(json: $0, old: unread?.file) })
      return (place.document, fault)
    }
  }

  /// Returns faults for partials with a file whose name okit does not accept.
  func invalidPartialNames(of model: ModelFiles) -> [(ModelDocument, ValueFault)] {
    model.documents.dropFirst().compactMap { partial in
      partial.standIn.flatMap { invalidName(of: $0.value["id"]?.string ?? "", $0) }
    }
  }

  private func invalidName(of key: String, _ standIn: EntityPlace) -> (ModelDocument, ValueFault)? {
    PathComponent.fault(ofNew: key, ending: ".json").map { fault in
      let message = "\(PathComponent.printable(key)) is not a valid name of a partial: \(fault)"
      return (standIn.document, ValueFault(kind: .name, value: standIn.value, message: message))
    }
  }

  private func unlikeSiblings(_ model: ModelFiles, _ keys: Set<ExactText>) -> [(ModelDocument, ValueFault)] {
    model.documents.flatMap { document in
      document.json.values.lazy.filter { $0.kind == .array }.flatMap { array -> [(ModelDocument, ValueFault)] in
        let objects = array.elements.filter { $0.kind == .object }
        let ids = objects.compactMap { $0["id"] }
        let hasFile = ids.map { id in id.string.map { keys.contains(ExactText($0)) } ?? false }
        guard hasFile.contains(true) else { return [] }
        if objects.contains(where: { $0["id"]?.kind != .string }) { self.owners.mayBeIncomplete = true }
        // A single object with a partial says nothing about its siblings.
        guard hasFile.count(where: { $0 }) * 2 > hasFile.count else { return [] }
        return zip(ids, hasFile).filter { !$0.1 }.map { id, _ in
          (
            document,
            ValueFault(
              kind: .missingPartial, value: id, message: "\(id.shown) has no partial, but its siblings have one")
          )
        }
      }
    }
  }

  /// Returns the partial that the app uses if the file is missing: a new instance with the values that it shares with its stand-in. Nil if that is
  /// unsafe.
  private func emptyPartial(for place: EntityPlace, key: String) -> String? {
    // The app would look for another file if the key differed from the file name.
    guard FileOwners.isPlain(key), let standIn = classes.definition(of: place),
      let name = standIn.partialEntity?.className, let entity = classes.definitions.classes[name],
      // An object with more members than a stand-in may be the entity itself, which must not be duplicated.
      place.value.members.allSatisfy({ standIn.property(storedAs: $0.key.string) != nil }),
      let bytes = try? InitialData(definitions: classes.definitions, newID: UUIDText.new).json(of: name),
      let document = try? JSONDocument(parsing: JSONBytes(bytes))
    else { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      for property in entity.properties {
        let shared = property.key == "id" ? nil : place.value[property.key]?.copy(inPlaceOf: nil, newID: UUIDText.new)
        if let text = shared ?? document.root[property.key]?.rawText { writer.member(property.key, JSONText(text)) }
      }
    }
    return writer.text
  }

  /// Returns faults for properties that a stand-in and its partial share but that have different values.
  func sharedProperties(of model: ModelFiles) -> [(ModelDocument, ValueFault)] {
    model.documents.dropFirst().flatMap { partial -> [(ModelDocument, ValueFault)] in
      guard let standIn = partial.standIn else { return [] }
      return SharedProperty.differing(standIn.value, partial.json.root).map { shared in
        let fault = ValueFault(kind: .partialDiffers, value: shared.inModel, message: shared.difference)
        return (standIn.document, fault)
      }
    }
  }

  /// Returns the faults with repairs that take a missing value of a stand-in from its partial and vice versa, which is better than a default.
  func withSharedValues(
    _ faults: [(ModelDocument, ValueFault)], of model: ModelFiles
  ) -> [(ModelDocument, ValueFault)] {
    var others: [JSONValue: JSONValue] = [:]
    for partial in model.documents {
      guard let standIn = partial.standIn?.value else { continue }
      others[standIn] = partial.json.root
      others[partial.json.root] = standIn
    }
    return faults.map { document, fault in
      guard let missing = fault.missing, let value = others[fault.value]?[missing.key] else { return (document, fault) }
      var fault = fault
      // A copy must not duplicate entities. A default value would contradict the other side, so there is no repair in that case.
      let isSafe = !value.holdsIDs && checker.walk(value, as: missing.type).faults.isEmpty
      fault.repair = isSafe ? .add(key: missing.key, json: value.rawText) : nil
      return (document, fault)
    }
  }
}
