/// What is known of the cases and static variables of types.
///
/// Values lead from one to another, back to themselves, or to the same ones in many ways: each is worked out once.
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

  /// The member of a type that has a name; of several the first.
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

  /// The type of a member: nil where it was not asked for yet, nil within where it cannot be told or is being worked out.
  func type(of name: String, in type: Int) -> PropertyType?? { types[Key(type: type, name: name)] }

  mutating func set(_ result: PropertyType?, of name: String, in type: Int) {
    types[Key(type: type, name: name)] = .some(result)
  }

  /// Forgets a member whose value could not be worked out for a reason that is not its own.
  mutating func forgetValue(of name: String, in type: Int, as valueType: PropertyType) {
    values[ValueKey(key: Key(type: type, name: name), type: valueType)] = nil
  }

  /// The value of a member as a type: nil if it was not asked for yet, nil within if it is not known or is being worked out.
  func value(of name: String, in type: Int, as valueType: PropertyType) -> InitialValue?? {
    values[ValueKey(key: Key(type: type, name: name), type: valueType)]
  }

  mutating func set(_ value: InitialValue?, of name: String, in type: Int, as valueType: PropertyType) {
    values[ValueKey(key: Key(type: type, name: name), type: valueType)] = .some(value)
  }
}
