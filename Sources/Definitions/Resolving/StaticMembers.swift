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

  private var members: [Int: [String: Member]] = [:]
  private var types: [Key: PropertyType?] = [:]

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
}
