/// A case of a Codable enumeration that Swift stores as an object with the case's associated values.
struct EnumerationCase {
  /// An associated value of a case.
  struct Associated {
    let label: String?
    /// The key that stores it: its label, or its position as in `_0`.
    let key: String
    let type: PropertyType
    /// The tokens of its default value.
    let value: Range<Int>?
    let token: Int
  }

  let name: String
  let key: String
  let values: [Associated]
  let token: Int
}

extension TypeResolver {
  /// Returns the cases of an enumeration without raw values whose `Codable` conformance is synthesized; nil for any other type.
  mutating func choices(of type: Int) -> [EnumerationCase]? {
    if let known = knownChoices[type] { return known }
    // A recursive enumeration refers to itself by name.
    knownChoices[type] = .some([])
    let result = readChoices(of: type)
    knownChoices[type] = .some(result)
    return result
  }

  private mutating func readChoices(of type: Int) -> [EnumerationCase]? {
    guard let reference = table.entries[type].declaration, table.declaration(reference).kind == .enumeration,
      hierarchy.declaresCodable(type)
    else { return nil }
    let declarations = table.declarations(of: type).map { table.declaration($0) }
    guard !declarations.contains(where: { $0.encodes || $0.decodes }) else { return nil }
    let conformances = hierarchy.conformances(of: type)
    // A raw type means that its cases are not stored as objects.
    guard !conformances.contains("RawRepresentable"), conformances.isDisjoint(with: WellKnownTypes.scalars.keys) else {
      return nil
    }
    let file = table.units[reference.unit].file
    let keys = table.codingKeys(named: "CodingKeys", of: type)
    guard keys?.values.contains(where: { $0.unreadable != nil }) != true else { return nil }
    var cases: [EnumerationCase] = []
    for declared in table.declaration(reference).cases {
      guard let key = keys.map({ $0[declared.name]?.key }) ?? declared.name else { continue }
      let name = declared.name
      let payloadKeys = table.codingKeys(
        named: name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys", of: type)
      guard payloadKeys?.values.contains(where: { $0.unreadable != nil }) != true else { return nil }
      var values: [EnumerationCase.Associated] = []
      let parts = declared.payload.map { file.parts($0) } ?? []
      for (index, part) in parts.enumerated() {
        guard let value = associated(part, at: index, payloadKeys, file, in: type) else { continue }
        values.append(value)
      }
      cases.append(EnumerationCase(name: name, key: key, values: values, token: declared.nameToken))
    }
    return cases
  }

  /// Reads `label: Type = default`, `_ name: Type` or `Type`; nil if it is not stored.
  private mutating func associated(
    _ part: Range<Int>, at index: Int, _ keys: [String: TypeTable.CodingKey]?, _ file: SwiftFile, in scope: Int
  ) -> EnumerationCase.Associated? {
    let parameter = file.parameter(part)
    let name = parameter.label ?? "_\(index)"
    guard let key = keys.map({ $0[name]?.key }) ?? name else { return nil }
    let type = parameter.type.map { resolve($0, in: scope) } ?? .other(file.text(of: part))
    return EnumerationCase.Associated(
      label: parameter.label, key: key, type: type, value: parameter.defaultValue, token: part.lowerBound)
  }
}
