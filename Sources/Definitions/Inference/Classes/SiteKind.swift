import JSONDocument

/// The kind of a site's objects.
enum SiteKind: Equatable {
  /// Entities of one of the app's classes.
  case entity
  /// Stand-ins for entities in other files.
  case partial
  /// Entities of a framework class.
  case framework(String)
  /// A dictionary whose keys are all dynamic: UUIDs or numbers.
  case dictionary
  /// A dictionary with keys that look like property names. Its values are those of all members.
  case wideDictionary
}

extension ShapeCollector {
  /// The properties of an attachment, with their kinds.
  private static var attachment: [(key: String, kind: KeyPath<ValueShape, Int>)] {
    [
      ("format", \.strings), ("label", \.strings), ("quality", \.numbers), ("scale", \.numbers), ("template", \.bools),
      ("size", \.integers),
    ]
  }
  private static var reference: Set<ExactText> { [ExactText("id"), ExactText("refKey")] }
  /// Objects without an id that have at least this many different keys can be a dictionary. A single object needs twice as many.
  private static let manyKeys = 12

  /// Returns the kind of a site's objects, by their keys.
  func kind(ofSite index: Int) -> SiteKind {
    let site = sites[index]
    if site.dynamic != nil {
      // Objects with dynamic keys are not entities, because a class would lose the values under them.
      return site.members.isEmpty ? .dictionary : .wideDictionary
    }
    if site.standsIn { return .partial }
    if site.holdsRoots { return .entity }
    if let name = frameworkClass(of: site) { return .framework(name) }
    return isWide(site) ? .wideDictionary : .entity
  }

  private func frameworkClass(of site: ObjectSite) -> String? {
    guard isOnly(\.strings, site.shape(of: "id"), isRequired: false) else { return nil }
    let keys = Set(site.members.map { ExactText($0.key) })
    if keys.isSubset(of: Self.reference), isOnly(\.strings, site.shape(of: "refKey"), isRequired: false) {
      return site.index(of: "refKey") != nil || keys == [ExactText("id")] && !site.holdsElements ? "ModelRef" : nil
    }
    guard keys.isSubset(of: (Self.attachment.map(\.key) + ["id", "data"]).map(ExactText.init)),
      Self.attachment.allSatisfy({ isOnly($0.kind, site.shape(of: $0.key), isRequired: true, of: site.count) }),
      isOnly(\.strings, site.shape(of: "data"), isRequired: false)
    else { return nil }
    let isImage = site.hasImageFormat || DescriptiveName(site.key).isOfImage
    if site.index(of: "data") != nil { return isImage ? "ModelInlineImage" : "ModelInlineData" }
    return isImage ? "ModelImage" : "ModelData"
  }

  /// True if all values of a property are of one kind and, with `isRequired`, all of `count` objects have it.
  private func isOnly(
    _ kind: KeyPath<ValueShape, Int>, _ shape: Int?, isRequired: Bool, of count: Int = 0
  ) -> Bool {
    guard let shape = shape.map({ shapes[$0] }) else { return !isRequired }
    if isRequired, shape.nulls > 0 || shape.presence < count { return false }
    let all = shape.strings + shape.bools + shape.numbers + shape.objects + shape.arrays
    return shape[keyPath: kind] == all
  }

  /// True if the keys are too many to be properties, or are not valid names, and all values are scalars of one kind.
  private func isWide(_ site: ObjectSite) -> Bool {
    guard site.index(of: "id") == nil, !site.members.isEmpty else { return false }
    let areNames = site.members.contains { SwiftIdentifier.isValid($0.key) }
    if areNames {
      let enough = site.count == 1 ? 2 * Self.manyKeys : Self.manyKeys
      guard site.members.count >= enough else { return false }
      let presence = site.members.reduce(0) { $0 + shapes[$1.shape].presence }
      guard site.count == 1 || presence * 2 < site.members.count * site.count else { return false }
    } else if site.members.count < 2 {
      return false
    }
    var whole = ValueShape(key: site.key, owner: site.owner, isElement: true)
    for (_, shape) in site.members { whole.add(shapes[shape]) }
    return whole.kinds == 1 && whole.objects == 0 && whole.arrays == 0
  }
}
