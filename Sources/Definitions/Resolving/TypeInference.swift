extension TypeResolver {
  /// Returns the type of a property that only its value determines; nil if it cannot be inferred.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - scope: The type that contains the property.
  mutating func infer(_ value: ValueSyntax, in scope: Int?, depth: Int = 0) -> PropertyType? {
    guard depth < ValueSyntax.maximumDepth else { return nil }
    switch value {
    case .string: return .string
    case .number(let number): return number.isFloating ? .double : .integer(.int)
    case .bool: return .bool
    case .null, .implicitMember, .implicitCall, .unknown: return nil
    // A name without a type is another static member.
    case .name(let name): return scope.flatMap { staticMember(name, of: $0, depth: depth) }
    case .array(let elements): return common(elements, in: scope, depth: depth).map { .array($0) }
    case .dictionary(let members):
      guard let key = common(members.map(\.key), in: scope, depth: depth),
        let value = common(members.map(\.value), in: scope, depth: depth)
      else { return nil }
      return .dictionary(key: key, value: value)
    case .member(let path): return member(path, in: scope, depth: depth)
    case .call(let type, let arguments): return call(type, arguments, in: scope)
    case .forced(let inner):
      guard let type = infer(inner, in: scope, depth: depth + 1) else { return nil }
      if case .optional(let wrapped) = type { return wrapped }
      return type
    case .cast(let type, _): return resolve(type, in: scope)
    case .property(let name, _): return WellKnownTypes.members[name]
    case .closure(let inner): return infer(inner, in: scope, depth: depth + 1)
    case .choice(let first, let second): return choice(first, second, in: scope, depth: depth + 1)
    case .fallback(let first, let second):
      guard case .optional(let wrapped)? = infer(first, in: scope, depth: depth + 1) else {
        return infer(second, in: scope, depth: depth + 1)
      }
      return wrapped
    case .arithmetic(let literal, _): return infer(literal, in: scope, depth: depth + 1)
    }
  }

  /// Returns the common type of two values; nil if one of them is unknown, because a literal takes the type of the other.
  private mutating func choice(
    _ first: ValueSyntax, _ second: ValueSyntax, in scope: Int?, depth: Int
  ) -> PropertyType? {
    if case .null = first { return infer(second, in: scope, depth: depth).map { $0.isOptional ? $0 : .optional($0) } }
    if case .null = second { return infer(first, in: scope, depth: depth).map { $0.isOptional ? $0 : .optional($0) } }
    guard let one = infer(first, in: scope, depth: depth), let other = infer(second, in: scope, depth: depth) else {
      return nil
    }
    if one == other || one == .optional(other) { return one }
    if other == .optional(one) { return other }
    if case .number = first, case .integer = one { return other }
    if case .number = second, case .integer = other { return one }
    return nil
  }

  /// Returns the common type of some elements: `Double` if a number has a fraction, and otherwise the first type that can be inferred.
  private mutating func common(_ elements: [ValueSyntax], in scope: Int?, depth: Int) -> PropertyType? {
    let hasFraction = elements.contains { if case .number(let number) = $0 { number.isFloating } else { false } }
    if hasFraction { return .double }
    for element in elements {
      if let type = infer(element, in: scope, depth: depth + 1) { return type }
    }
    return nil
  }

  /// Returns the type of `Genre.fantasy`, `Int.max` or `Limits.copies`.
  private mutating func member(_ path: [String], in scope: Int?, depth: Int) -> PropertyType? {
    guard let name = path.last else { return nil }
    let owner = Array(path.dropLast())
    if case .declared(let type) = hierarchy.target(of: owner, from: scope) {
      return staticMember(name, of: type, depth: depth) ?? WellKnownTypes.members[name]
    }
    guard let last = owner.last, last.first?.isUppercase == true else { return WellKnownTypes.members[name] }
    let syntax = TypeSyntax.named(owner.map { .init(name: $0) })
    let type = resolve(syntax, in: scope)
    if case .other = type { return name == "self" ? nil : type }
    if let extended = table.find(owner, from: scope), let found = staticMember(name, of: extended, depth: depth) {
      return found
    }
    return WellKnownTypes.hasConstant(name, type) ? type : WellKnownTypes.members[name]
  }

  private mutating func staticMember(_ name: String, of type: Int, depth: Int) -> PropertyType? {
    if let known = staticMembers.type(of: name, in: type) { return known }
    // While it is inferred, the member has no type, in case it refers to itself.
    staticMembers.set(nil, of: name, in: type)
    var result: PropertyType?
    switch staticMembers.member(name, of: type, in: table) {
    case .enumerationCase: result = resolve(type)
    case .variable(let variable, let reference):
      if let declared = variable.type {
        result = resolve(declared, in: type)
      } else if let value = variable.value {
        result = infer(ValueReader(table.units[reference.unit].file).read(value), in: type, depth: depth + 1)
      }
    case nil: break
    }
    if let found = result, !Self.isSmall(found) { result = nil }
    staticMembers.set(result, of: name, in: type)
    return result
  }

  private mutating func call(
    _ syntax: TypeSyntax, _ arguments: ValueSyntax.Arguments, in scope: Int?
  ) -> PropertyType? {
    if let path = syntax.path {
      if path == ["NSLocalizedString"] { return .string }
      guard let name = path.last, name.first?.isUppercase == true else {
        return path.last.flatMap { path.count > 1 ? WellKnownTypes.members[$0] : nil }
      }
    }
    let type = resolve(syntax, in: scope)
    if WellKnownTypes.canFail(type, label: arguments.firstLabel) { return .optional(type) }
    if case .string? = arguments.values?.first, arguments.values?.count == 1 {
      switch type {
      case .integer, .double, .float, .bool: return .optional(type)
      default: break
      }
    }
    return type
  }
}
