import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Makes the edits that a person made in the text of a draft. Only values that differ from the draft are changed.
struct DraftEdits {
  let session: EditSession
  let names: ReferenceNames
  let source: DraftText
  private let draft: Draft
  /// The text of the draft as it was given to the person.
  private let former: JSONDocument
  /// Opens a file that the text names as an attachment.
  let file: (String) throws -> AttachmentContent
  /// The entities that move to other arrays.
  var moves = DraftMoves()
  private var faults: [(offset: Int, error: any Error)] = []
  /// The changed values: a step in an object or array, or the object or array itself.
  private var changes: [(place: JSONValue, step: BoundValue.Step?, newID: String?)] = []

  init(
    _ session: EditSession, _ draft: Draft, _ source: DraftText, file: @escaping (String) throws -> AttachmentContent
  ) throws {
    self.session = session
    self.draft = draft
    self.source = source
    self.file = file
    names = ReferenceNames(session)
    former = try CommentedJSON.document(parsing: draft.text, secret: draft.isSecret)
  }

  // MARK: - Both actions

  /// Changes the values that the binding matches.
  ///
  /// Throws ``DraftFaults``, and an error of kind `busy` if they are no longer those of the draft.
  mutating func edit(_ binding: Binding) throws {
    let targets = try currentTargets(binding)
    moves = try DraftMoves(from: former.root, to: source.document.root, in: session)
    if draft.isList {
      let root = source.document.root
      try attempt(at: root) { edits in
        guard root.kind == .object else {
          throw OKitError(.malformed, "the text must be an object with a member for each path")
        }
        let byPath = Dictionary(targets.all.map { (ExactText($0.path), $0) }) { first, _ in first }
        let bases = Dictionary(edits.former.root.members.map { (ExactText($0.key.string), $0.value) }) { first, _ in
          first
        }
        for (key, new) in root.members {
          try edits.attempt(at: new) { edits in
            guard let target = byPath[ExactText(key.string)], let base = bases[ExactText(key.string)] else {
              throw OKitError(
                .notFound, "\(PathComponent.printable(key.string)) is not one of the edited values",
                remedy: .candidates(targets.all.map(\.path), insteadOf: key.string))
            }
            try edits.edit(target, new, base)
          }
        }
      }
    } else if let target = targets.all.first {
      try attempt(at: source.document.root) { try $0.edit(target, $0.source.document.root, $0.former.root) }
    }
    if faults.isEmpty { try attempt(at: source.document.root) { try $0.moves.requireComplete() } }
    if !faults.isEmpty { throw source.faults(faults) }
    noteChanges()
  }

  /// Adds the value of the text at the binding.
  mutating func add(_ binding: Binding, at placement: EditSession.Placement) throws {
    let new = source.document.root
    try attempt(at: new) { edits in
      let item = EditItem(binding)
      let slot = try edits.session.slotForNew(item).slot
      var type = edits.session.type(of: slot)
      switch slot {
      case .value(let array) where array.kind == .array: type = edits.session.type(of: .element(array.count, of: array))
      default: if new.kind != .array { type = type?.unwrapped.element ?? type }
      }
      var value = StoredValue(edits, near: slot.container)
      let json = try value.json(new, type)
      guard let added = try edits.session.add(EditItem(binding, .json(json)), at: placement) else { return }
      try edits.storeFiles(value.files, in: added)
    }
    if !faults.isEmpty { throw source.faults(faults) }
  }

  /// Returns the values of the draft. Throws an error of kind `busy` if they have changed.
  private func currentTargets(_ binding: Binding) throws -> DraftTargets {
    let targets: DraftTargets?
    do {
      targets = try DraftTargets(binding, session)
    } catch let error where DraftText.isCorrectable(error) {
      // Nothing in the text could change the path.
      targets = nil
    }
    guard let targets, targets.stored == draft.targets else {
      let what = draft.targets.count == 1 ? draft.targets[0].path : "the values at \(binding)"
      throw OKitError(.busy, "\(what) changed while the text was edited")
    }
    return targets
  }

  // MARK: - Faults and changes

  /// Runs `body`. An error that the person can correct is recorded for the place of `value` in the text.
  mutating func attempt(at value: JSONValue, _ body: (inout DraftEdits) throws -> Void) throws {
    do {
      try body(&self)
    } catch let error as StoredValue.LocatedError where DraftText.isCorrectable(error.error) {
      faults.append((error.offset, error.error))
    } catch let error where DraftText.isCorrectable(error) {
      faults.append((value.range.lowerBound, error))
    }
  }

  mutating func noteChange(of step: BoundValue.Step?, in place: JSONValue, newID: String? = nil) {
    changes.append((place, step, newID))
  }

  /// Reports the changes by the paths that the values have now.
  private func noteChanges() {
    let places = changes.map { session.store.place(of: $0.place) }
    let paths = EntityPaths.paths(of: places.compactMap { $0 }, session.classes)
    var next = paths.makeIterator()
    for (change, place) in zip(changes, places) {
      guard let place, let path = next.next() else { continue }
      session.outcome.changes.append(
        EditOutcome.Change(
          model: place.document.model, path: change.step.map { BoundValue.Step.text(of: $0, behind: path) } ?? path,
          id: Self.entityID(around: change.place), newID: change.newID))
    }
  }

  private static func entityID(around value: JSONValue) -> String? {
    sequence(first: value, next: \.parent).lazy.compactMap { $0["id"]?.string }.first
  }

  // MARK: - Values

  private mutating func edit(_ target: DraftTargets.Target, _ new: JSONValue, _ base: JSONValue) throws {
    if case .value(let old) = target.slot {
      try merge(new, base, old, target.type, depth: 0, isRoot: true)
    } else if !new.isNull {
      guard case .member(let key, let object) = target.slot else {
        try put(new, in: target.slot, target.type)
        return
      }
      try add(new, as: key, to: object)
    }
  }

  /// Changes a stored value if the new one differs from that of the draft.
  mutating func merge(
    _ new: JSONValue, _ base: JSONValue, _ old: JSONValue, _ type: PropertyType?, depth: Int, isRoot: Bool = false
  ) throws {
    if new.hasSameText(as: base) { return }
    if new.isNull, !old.isNull, type?.isOptional == true, old.key != nil {
      try remove(old)
    } else if !isRoot || new.kind == .string, depth < DraftWriter.maximumDepth,
      let form = session.shortForm(of: old, type)
    {
      try mergeShort(new, old, type, form)
    } else if depth < DraftWriter.maximumDepth, new.kind == .object, base.kind == .object, old.kind == .object {
      try mergeMembers(new, base, old, type, depth)
    } else if depth < DraftWriter.maximumDepth, new.kind == .array, base.kind == .array, old.kind == .array,
      !session.isPairs(old, type)
    {
      try mergeElements(new, base, old, type, depth)
    } else {
      try put(new, in: .value(old), type)
    }
  }

  private mutating func mergeShort(
    _ new: JSONValue, _ old: JSONValue, _ type: PropertyType?, _ form: ShortForm
  ) throws {
    guard let text = new.string else { return try put(new, in: .value(old), type) }
    switch form {
    case .reference:
      let id = try names.id(of: text, like: [old] + ReferenceNames.samples(of: old.key?.string, near: old.parent))
      if (old["refKey"]?.string ?? "").isExactly(id) { return }
      let key = old["refKey"].map { BindingSlot.value($0) } ?? .member("refKey", of: old)
      if try session.put(ValueText.quoted(id), in: key, .optional(.string)) { noteChange(of: nil, in: old) }
    case .attachment:
      guard let content = try StoredValue(self, near: old).content(of: text, at: new) else { return }
      try store(content, at: old)
    }
  }

  /// Stores a value in its place, with the checks of `okit set`.
  mutating func put(_ new: JSONValue, in slot: BindingSlot, _ type: PropertyType?) throws {
    var value = StoredValue(self, near: slot.value ?? slot.container)
    let json = try value.json(new, type)
    let container = slot.container
    let step: BoundValue.Step? =
      switch slot {
      case .value(let old): old.key.map { .property($0.string) } ?? old.indexInParent.map { .index($0) }
      case .member(let key, _): .property(key)
      case .entry(let key, _): .property((try? JSONDocument(parsing: key))?.root.string ?? key)
      case .element(let index, _): .index(index)
      }
    guard try session.put(json, in: slot, type, root: container == nil ? slot.value : nil) else { return }
    if let container {
      noteChange(of: step, in: container)
      let stored: JSONValue? =
        switch step {
        case .property(let key)?: container[key]
        case .index(let index)?: container[index]
        case nil: nil
        }
      if let stored { try storeFiles(value.files, in: stored) }
    } else if let root = slot.value?.document.outermost.root {
      noteChange(of: nil, in: root)
      try storeFiles(value.files, in: root)
    }
  }

  // MARK: - Members

  private mutating func mergeMembers(
    _ new: JSONValue, _ base: JSONValue, _ old: JSONValue, _ type: PropertyType?, _ depth: Int
  ) throws {
    let definitions = session.classes.definitions
    for (key, value) in new.members {
      let key = key.string
      try attempt(at: value) { edits in
        if let former = base[key], let stored = old[key] {
          let memberType = type.flatMap { definitions.type(ofMember: key, in: $0) }
          try edits.merge(value, former, stored, memberType, depth: depth + 1)
        } else {
          try edits.add(value, as: key, to: old)
        }
      }
    }
    for (key, _) in base.members where new[key.string] == nil {
      guard let stored = old[key.string] else { continue }
      // As in 'okit set', an entity keeps its id if the text does not name it.
      if session.isID(.value(stored)), stored.kind == .string { continue }
      try attempt(at: new) { try $0.remove(stored) }
    }
  }

  private mutating func remove(_ old: JSONValue) throws {
    try session.requireRemovable(.value(old))
    let (container, key) = (old.parent, old.key?.string)
    try session.removeMember(old)
    if let container { noteChange(of: key.map { .property($0) }, in: container) }
  }

  /// Adds a member that the object does not have.
  private mutating func add(_ new: JSONValue, as key: String, to object: JSONValue) throws {
    let objectType = session.store.place(of: object).flatMap(session.classes.type)
    let type = objectType.flatMap { session.classes.definitions.type(ofMember: key, in: $0) }
    if new.isNull, type?.isOptional == true { return }
    if new.isNull, objectType == nil {
      // Without a definition, null is a value like any other.
      session.noteTouched(object)
      try session.change(object) { try object.add(key, "null") }
      return noteChange(of: .property(key), in: object)
    }
    var value = StoredValue(self, near: object, key: key)
    if session.shortForm(of: type) == .attachment, let text = new.string {
      if let content = try value.content(of: text, at: new) { try store(content, at: object, as: key) }
      return
    }
    let stored = try session.addMember(key, .json(value.json(new, type)), to: object)
    noteChange(of: .property(key), in: object, newID: stored["id"]?.string)
    try storeFiles(value.files, in: stored)
  }

  // MARK: - References and attachments

  /// Stores the files that a new value names.
  mutating func storeFiles(_ files: [StoredValue.File], in value: JSONValue) throws {
    for file in files {
      var place: JSONValue? = value
      for step in file.steps {
        switch step {
        case .property(let key): place = place?[key]
        case .index(let index): place = place?[index]
        }
      }
      guard let place else { continue }
      do {
        try store(file.content, at: place, notes: false)
      } catch {
        throw StoredValue.LocatedError(offset: file.offset, error: error)
      }
    }
  }

  /// Stores bytes in the attachment at `place`, or in its new member `key`.
  mutating func store(
    _ content: AttachmentContent, at place: JSONValue, as key: String? = nil, notes: Bool = true
  ) throws {
    guard let entity = session.store.place(of: place) else { return }
    var path = EntityPaths.paths(of: [entity], session.classes)[0]
    if let key { path = BoundValue.Step.text(of: .property(key), behind: path) }
    let outcome = try Attachments(session.workspace).put(
      Binding(parsing: path), model: nil, content: content, in: session.edit)
    session.noteTouched(place)
    if notes { noteChange(of: key.map { .property($0) }, in: place, newID: outcome.isNew ? outcome.id : nil) }
  }
}

extension JSONValue {
  /// True if both values have the same text, apart from white space, escapes and the notation of numbers.
  func hasSameText(as other: JSONValue) -> Bool {
    switch (kind, other.kind) {
    case (.number, .number): numericOrder(to: other) == 0
    case (.string, .string): other.string.map { hasString(equalTo: $0) } ?? false
    default: JSONWriter.compact(self) == JSONWriter.compact(other)
    }
  }
}
