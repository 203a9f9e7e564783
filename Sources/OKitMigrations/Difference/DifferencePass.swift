import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A pass over the objects of a model that adapts them to new definitions.
struct DifferencePass {
  /// Adapts the data of a model to its target definitions, and adds the decisions that this needs.
  static func run(on model: MigratingModel, _ answers: MigrationAnswers) throws -> [MigrationChange] {
    let difference = DefinitionDifference(from: model.snapshot, to: model.target, answers: answers)
    try difference.requireKnownTypes()
    var pass = DifferencePass(model, difference, answers)
    if !difference.isEmpty { try model.edit { try pass.run(&$0) } }
    model.decisions += pass.decisions()
    model.snapshot = model.target
    return pass.tally.changes
  }

  /// A value to convert.
  private struct Item {
    let value: JSONValue
    let old: PropertyType
    let new: PropertyType
    let document: Int
    let owner: ObjectPlan.Kept?
    /// True if it is in an array, set or dictionary, from which it can be removed.
    var isElement = false
  }

  private let model: MigratingModel
  private let difference: DefinitionDifference
  private let conversion: ValueConversion
  private let initialData: InitialData
  private var tally = ChangeTally()
  private var plans: [DefinitionDifference.Pair: ObjectPlan] = [:]
  /// A cache: most consecutive objects have the same class.
  private var lastPlan: ObjectPlan?
  /// The properties that the current object has. It is reused, so that millions of objects need no allocations.
  private var seen: [Bool] = []
  private var defaults: [String: String?] = [:]
  private var open: [Item] = []
  private var partials: [ExactText: Int]

  private init(_ model: MigratingModel, _ difference: DefinitionDifference, _ answers: MigrationAnswers) {
    self.model = model
    self.difference = difference
    conversion = ValueConversion(from: difference.from.definitions, to: difference.to.definitions)
    initialData = model.initialData(by: difference.to)
    partials = model.partials
    let answers = IndexedAnswers(answers)
    // Creates all plans now, because they also list changes that affect no data.
    for found in difference.sortedClasses {
      plans[.init(old: found.old.name, new: found.new.name)] = ObjectPlan(
        found, of: difference, answers: answers, &tally)
    }
  }

  private mutating func run(_ edits: inout DocumentEdits) throws {
    let (from, to) = (difference.from, difference.to)
    open.append(
      Item(
        value: model.documents[0].json.root, old: .object(from.className), new: .object(to.className), document: 0,
        owner: nil))
    var count = 0
    // Frees the memory of large arrays before the text is written.
    defer { open = [] }
    while let item = open.popLast() {
      count += 1
      if count.isMultiple(of: 65_536) { try model.workspace.observer.advanced(byBytes: 0) }
      let start = open.count
      try look(at: item, &edits)
      // The loop takes values from the end, so the first one in the text must be last in the list.
      open.reverse(from: start)
    }
  }

  // MARK: - Values

  private mutating func look(at item: Item, _ edits: inout DocumentEdits) throws {
    let value = item.value
    let (old, new) = (item.old.unwrapped, item.new.unwrapped)
    if let old = old.element, let new = new.element {
      for element in value.elements { try changeElement(element, old, new, item, &edits) }
      return
    }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      guard value.kind == .object, let plan = plan(old, new) else { return }
      try change(value, plan, item.document, &edits)
    case (.dictionary(let oldKey, let old), .dictionary(let newKey, let new))
    where isContainer(value, item.old, item.new):
      try changeItems((oldKey, old), (newKey, new), item, &edits)
    default:
      try convert(item, &edits)
    }
  }

  /// Returns true if the values in a value are converted one by one.
  private func isContainer(_ value: JSONValue, _ old: PropertyType, _ new: PropertyType) -> Bool {
    switch (old.unwrapped, new.unwrapped) {
    case (.object(let old), .object(let new)): value.kind == .object && conversion.succession.allows(old, new)
    case (.dictionary(let key, _), .dictionary):
      value.kind == (key.isMemberKey ? .object : .array) && old.isContainer(as: new)
    default: value.kind == .array && old.isContainer(as: new)
    }
  }

  /// Converts the items of a dictionary, which is an object, or an array of keys and values.
  private mutating func changeItems(
    _ old: (key: PropertyType, value: PropertyType), _ new: (key: PropertyType, value: PropertyType), _ around: Item,
    _ edits: inout DocumentEdits
  ) throws {
    func item(_ value: JSONValue, _ old: PropertyType, _ new: PropertyType) -> Item {
      Item(value: value, old: old, new: new, document: around.document, owner: around.owner, isElement: true)
    }
    guard around.value.kind == .array else {
      for (key, value) in around.value.members {
        if case .integer(let type) = new.key.unwrapped, !(Int(key.string).map(type.contains) ?? false) {
          try lose(item(value, old.value, new.value), &edits)
        } else {
          try changeElement(value, old.value, new.value, around, &edits)
        }
      }
      return
    }
    let items = Array(around.value.elements)
    for index in stride(from: 0, to: items.count - 1, by: 2) {
      let (key, value) = (item(items[index], old.key, new.key), item(items[index + 1], old.value, new.value))
      // A key without its value would damage the other items.
      if fails(key) || fails(value) {
        if try !lose(value, &edits) { try edits.remove(key.value, in: around.document) }
      } else {
        try changeElement(key.value, old.key, new.key, around, &edits)
        try changeElement(value.value, old.value, new.value, around, &edits)
      }
    }
  }

  private func fails(_ item: Item) -> Bool {
    if item.value.isNull { return !item.new.isOptional }
    return !isContainer(item.value, item.old, item.new)
      && conversion.convert(item.value, from: item.old, to: item.new) == .fails
  }

  /// Converts an element of a container: a scalar at once, other values later.
  private mutating func changeElement(
    _ element: JSONValue, _ old: PropertyType, _ new: PropertyType, _ around: Item, _ edits: inout DocumentEdits
  ) throws {
    let item = Item(value: element, old: old, new: new, document: around.document, owner: around.owner, isElement: true)
    if element.isNull {
      if !new.isOptional { try lose(item, &edits) }
    } else if isContainer(element, old, new) {
      open.append(item)
    } else {
      try convert(item, &edits)
    }
  }

  /// Returns true if the value still exists.
  @discardableResult
  private mutating func convert(_ item: Item, _ edits: inout DocumentEdits) throws -> Bool {
    switch conversion.convert(item.value, from: item.old, to: item.new) {
    case .same: return true
    case .replaced(let json):
      if let retyping = item.owner?.retyping { tally.count(retyping) }
      try edits.replace(item.value, with: json, in: item.document)
      return true
    case .fails: return try lose(item, &edits)
    }
  }

  /// Removes a value that cannot be converted, if that is allowed, or replaces it by the property's default. Returns true if a value still exists.
  @discardableResult
  private mutating func lose(_ item: Item, _ edits: inout DocumentEdits) throws -> Bool {
    guard let owner = item.owner else { return true }
    // Values that were already wrong are found by the final check.
    guard let change = owner.retyping ?? owner.requiring else { return true }
    tally.lose(item.value.shown, change)
    guard owner.allowsLoss else { return true }
    if item.isElement || !owner.new.isRequired {
      try edits.remove(item.value, in: item.document)
      return false
    }
    if let json = try defaultJSON(of: owner.new, owner.className) {
      try edits.replace(item.value, with: json, in: item.document)
    }
    return true
  }

  // MARK: - Objects

  private mutating func plan(_ old: String, _ new: String) -> ObjectPlan? {
    if let lastPlan, lastPlan.old.name == old, lastPlan.new.name == new { return lastPlan }
    lastPlan = plans[.init(old: old, new: new)]
    return lastPlan
  }

  private mutating func change(
    _ object: JSONValue, _ plan: ObjectPlan, _ document: Int, _ edits: inout DocumentEdits
  ) throws {
    if let renaming = plan.classRenaming { tally.count(renaming) }
    seen.removeAll(keepingCapacity: true)
    seen.append(contentsOf: repeatElement(false, count: plan.keys.count))
    var next = 0
    var renamings: [(value: JSONValue, key: String)] = []
    // While a decision is open, keys stay the same, because one may conflict with another.
    var isUndecided = false
    for (key, value) in object.members {
      guard let index = plan.keys.index(of: key, from: next) else { continue }
      next = index + 1
      // The first of duplicate keys counts; editing it is an error.
      guard !seen[index] else { continue }
      switch plan.members[index] {
      case .kept(let kept):
        seen[index] = try keep(value, kept, document, &renamings, &edits)
      case .removed(let removed):
        seen[index] = true
        if !value.isNull {
          tally.count(removed.change)
          tally.lose(value.shown, removed.change)
        }
        if removed.allowsLoss || value.isNull {
          try edits.remove(value, in: document)
        } else {
          isUndecided = true
        }
      case .added: seen[index] = true
      }
    }
    // After the removals, because the key of a removed member can be reused.
    if !isUndecided, !renamings.isEmpty { try edits.rename(renamings, of: object, in: document) }
    try addMissing(to: object, isUndecided, plan, document, &edits)
    try followPartial(of: object, plan)
  }

  /// Converts a kept member. Returns false if it counts as absent.
  private mutating func keep(
    _ value: JSONValue, _ kept: ObjectPlan.Kept, _ document: Int, _ renamings: inout [(value: JSONValue, key: String)],
    _ edits: inout DocumentEdits
  ) throws -> Bool {
    if value.isNull, kept.new.isRequired {
      try edits.remove(value, in: document)
      return false
    }
    if kept.isChanging, !value.isNull {
      let item = Item(value: value, old: kept.old.type, new: kept.new.type, document: document, owner: kept)
      if isContainer(value, item.old, item.new) {
        open.append(item)
      } else {
        // A removed member is not renamed.
        guard try convert(item, &edits) else { return true }
      }
    }
    if let renaming = kept.renaming {
      tally.count(renaming)
      renamings.append((value, kept.new.key))
    }
    return true
  }

  private mutating func addMissing(
    to object: JSONValue, _ isUndecided: Bool, _ plan: ObjectPlan, _ document: Int, _ edits: inout DocumentEdits
  ) throws {
    for (index, member) in plan.members.enumerated() where !seen[index] {
      guard case .kept(let kept) = member, kept.new.isRequired, let requiring = kept.requiring else { continue }
      if let json = try defaultJSON(of: kept.new, plan.new.name) {
        tally.count(requiring)
        if !isUndecided { try edits.add(kept.new.key, json, to: object, in: document) }
      }
    }
    for (property, change, index) in plan.added where !(index.map { seen[$0] } ?? false) {
      guard let json = try defaultJSON(of: property, plan.new.name) else { continue }
      tally.count(change)
      if !isUndecided { try edits.add(property.key, json, to: object, in: document) }
    }
  }

  private mutating func defaultJSON(of property: PropertyDefinition, _ className: String) throws -> String? {
    guard InitialData.isConstant(property) else { return try newJSON(of: property, className) }
    let key = "\(className).\(property.key)"
    if let known = defaults[key] { return known }
    let json = try newJSON(of: property, className)
    defaults[key] = .some(json)
    return json
  }

  private func newJSON(of property: PropertyDefinition, _ className: String) throws -> String? {
    do {
      return try initialData.json(of: property, of: className)
    } catch let error as OKitError where error.kind == .usage || error.kind == .malformed {
      throw OKitError(.configuration, error.detail, remedy: error.remedy)
    }
  }

  /// Converts the entity of a stand-in later, in its own document.
  private mutating func followPartial(of object: JSONValue, _ plan: ObjectPlan) throws {
    guard let old = plan.old.partialEntity, let new = plan.new.partialEntity, let key = object["id"]?.string,
      let document = partials.removeValue(forKey: ExactText(key))
    else { return }
    open.append(
      Item(
        value: model.documents[document].json.root, old: .object(old.className), new: .object(new.className),
        document: document, owner: nil))
  }

  // MARK: - Decisions

  /// Returns the decisions that the data needs and nobody has made.
  private func decisions() -> [MigrationDecision] {
    var decisions: [MigrationDecision] = []
    for found in difference.sortedClasses where !model.unknownClasses.contains(found.old.name) {
      guard let plan = plans[.init(old: found.old.name, new: found.new.name)] else { continue }
      for member in plan.members {
        switch member {
        case .removed(let removed) where !removed.allowsLoss:
          let change = tally.changes[removed.change]
          guard change.lost > 0 else { continue }
          decisions.append(
            removed.candidates.isEmpty
              ? .loss(subject: change.subject, count: change.lost, examples: change.examples)
              : .rename(subject: change.subject, candidates: removed.candidates))
        case .kept(let kept) where !kept.allowsLoss:
          guard let index = kept.retyping ?? kept.requiring, tally.changes[index].lost > 0 else { continue }
          let change = tally.changes[index]
          decisions.append(.loss(subject: change.subject, count: change.lost, examples: change.examples))
        default: continue
        }
      }
    }
    return decisions
  }
}
