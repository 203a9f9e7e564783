/// What the objects of a site are.
enum SiteKind: Equatable {
  /// Entities of a class of the app.
  case entity
  /// Stand-ins for entities in files of their own.
  case partial
  /// Entities of a class that the framework brings.
  case framework(String)
  /// A dictionary whose values are all under keys of all kinds.
  case dictionary
  /// A dictionary whose keys look like names of properties: its values are those of all members.
  case wideDictionary
}

extension ShapeCollector {
  /// What an attachment has, and of which kind.
  private static var attachment: [(key: String, kind: KeyPath<ValueShape, Int>)] {
    [
      ("format", \.strings), ("label", \.strings), ("quality", \.numbers), ("scale", \.numbers), ("template", \.bools),
      ("size", \.integers),
    ]
  }
  private static var reference: Set<ExactKey> { [ExactKey("id"), ExactKey("refKey")] }
  /// So many different keys no class has without an id, unless it is one object.
  private static let manyKeys = 12

  /// What the objects of a site are, by their keys.
  func kind(ofSite index: Int) -> SiteKind {
    let site = sites[index]
    if site.dynamic != nil {
      // With properties beside, keys of all kinds would be lost.
      return site.members.isEmpty ? .dictionary : .wideDictionary
    }
    if site.standsIn { return .partial }
    if site.holdsRoots { return .entity }
    if let name = frameworkClass(of: site) { return .framework(name) }
    return isWide(site) ? .wideDictionary : .entity
  }

  private func frameworkClass(of site: ObjectSite) -> String? {
    guard isOnly(\.strings, site.shape(of: "id"), isRequired: false) else { return nil }
    let keys = Set(site.members.map { ExactKey($0.key) })
    if keys.isSubset(of: Self.reference), isOnly(\.strings, site.shape(of: "refKey"), isRequired: false) {
      return site.place(of: "refKey") != nil || keys == [ExactKey("id")] && !site.holdsElements ? "ModelRef" : nil
    }
    guard keys.isSubset(of: (Self.attachment.map(\.key) + ["id", "data"]).map(ExactKey.init)),
      Self.attachment.allSatisfy({ isOnly($0.kind, site.shape(of: $0.key), isRequired: true, of: site.count) }),
      isOnly(\.strings, site.shape(of: "data"), isRequired: false)
    else { return nil }
    let isImage = site.hasImageFormat || TellingName(site.key).isOfImage
    if site.place(of: "data") != nil { return isImage ? "ModelInlineImage" : "ModelInlineData" }
    return isImage ? "ModelImage" : "ModelData"
  }

  /// Whether all values of a property are of one kind, and with `isRequired` all of `count` objects have it.
  private func isOnly(
    _ kind: KeyPath<ValueShape, Int>, _ shape: Int?, isRequired: Bool, of count: Int = 0
  ) -> Bool {
    guard let shape = shape.map({ shapes[$0] }) else { return !isRequired }
    if isRequired, shape.nulls > 0 || shape.presence < count { return false }
    let all = shape.strings + shape.bools + shape.numbers + shape.objects + shape.arrays
    return shape[keyPath: kind] == all
  }

  /// Whether there are too many keys, or such that no property has, for all of them to be properties: with scalars of one kind only.
  private func isWide(_ site: ObjectSite) -> Bool {
    guard site.place(of: "id") == nil, !site.members.isEmpty else { return false }
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
