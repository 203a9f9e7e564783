/// A cache of the cases and static variables of types.
///
/// Values can refer to each other, to themselves, or to the same value many times. Each is evaluated only once.
struct StaticMembers {
  enum Member {
    case enumerationCase
    case variable(VariableDeclaration, TypeTable.Reference)
  }

  private struct Key: Hashable {
    let type: Int
    let name: String
  }

  private struct ValueKey: Hashable {
    let key: Key
    let type: PropertyType
  }

  private var members: [Int: [String: Member]] = [:]
  private var types: [Key: PropertyType?] = [:]
  private var values: [ValueKey: InitialValue?] = [:]

  /// Returns the first member of a type with this name.
  mutating func member(_ name: String, of type: Int, in table: TypeTable) -> Member? {
    if let known = members[type] { return known[name] }
    var found: [String: Member] = [:]
    for reference in table.declarations(of: type) {
      let declaration = table.declaration(reference)
      for item in declaration.cases where found[item.name] == nil { found[item.name] = .enumerationCase }
      for variable in declaration.variables where variable.isStatic && found[variable.name] == nil {
        found[variable.name] = .variable(variable, reference)
      }
    }
    members[type] = found
    return found[name]
  }

  /// Returns the type of a member: nil if it is not cached, and an inner nil if it is unknown or currently inferred.
  func type(of name: String, in type: Int) -> PropertyType?? { types[Key(type: type, name: name)] }

  mutating func set(_ result: PropertyType?, of name: String, in type: Int) {
    types[Key(type: type, name: name)] = .some(result)
  }

  /// Removes a value that could not be evaluated for a reason that does not always apply.
  mutating func forgetValue(of name: String, in type: Int, as valueType: PropertyType) {
    values[ValueKey(key: Key(type: type, name: name), type: valueType)] = nil
  }

  /// Returns the value of a member as a type: nil if it is not cached, and an inner nil if it is unknown or currently evaluated.
  func value(of name: String, in type: Int, as valueType: PropertyType) -> InitialValue?? {
    values[ValueKey(key: Key(type: type, name: name), type: valueType)]
  }

  mutating func set(_ value: InitialValue?, of name: String, in type: Int, as valueType: PropertyType) {
    values[ValueKey(key: Key(type: type, name: name), type: valueType)] = .some(value)
  }
}
