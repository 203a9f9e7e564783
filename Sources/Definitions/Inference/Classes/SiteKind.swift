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
  private static let attachment: Set<String> = ["format", "label", "quality", "scale", "template", "size"]
  /// So many different keys no class has without an id, unless it is one object.
  private static let manyKeys = 12

  /// What the objects of a site are, by their keys.
  func kind(ofSite index: Int) -> SiteKind {
    let site = sites[index]
    if site.standsIn { return .partial }
    let keys = Set(site.members.map(\.key))
    if site.dynamic != nil {
      // With properties beside, keys of all kinds would be lost.
      return site.members.isEmpty ? .dictionary : .wideDictionary
    }
    if keys.isSubset(of: ["id", "refKey"]), isText(site.shape(of: "refKey")) {
      if keys.contains("refKey") || keys == ["id"] && !site.holdsElements { return .framework("ModelRef") }
    }
    if keys.isSuperset(of: Self.attachment), keys.isSubset(of: Self.attachment.union(["id", "data"])) {
      let isImage = site.hasImageFormat || TellingName(site.key).isOfImage
      if keys.contains("data") { return .framework(isImage ? "ModelInlineImage" : "ModelInlineData") }
      return .framework(isImage ? "ModelImage" : "ModelData")
    }
    return isWide(site) ? .wideDictionary : .entity
  }

  private func isText(_ shape: Int?) -> Bool {
    guard let shape = shape.map({ shapes[$0] }) else { return true }
    return shape.kinds == 0 || shape.kinds == 1 && shape.strings > 0
  }

  /// Whether there are too many keys, or such that no property has, for all of them to be properties: with scalars of one kind only.
  private func isWide(_ site: ObjectSite) -> Bool {
    guard site.place(of: "id") == nil, !site.members.isEmpty else { return false }
    let areNames = site.members.contains { SwiftIdentifier.isOne($0.key) }
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
