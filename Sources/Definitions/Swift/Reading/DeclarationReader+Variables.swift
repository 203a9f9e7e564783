extension DeclarationReader {
  /// Reads `var a = 1, b: String`, with getters and observers.
  mutating func readVariables(
    at start: Int, first: Int, before end: Int, of owner: Int?, _ modifiers: Modifiers, _ wrapper: TypeSyntax?
  ) -> Int {
    var variables: [VariableDeclaration] = []
    var index = start
    func declared(_ name: String, at token: Int) -> VariableDeclaration {
      var variable = VariableDeclaration(name: name, nameToken: token)
      variable.isConstant = file.isWord(start, "let")
      variable.isStatic = modifiers.contains(.isStatic)
      variable.isLazy = modifiers.contains(.isLazy)
      variable.isOverride = modifiers.contains(.isOverride)
      variable.wrapper = wrapper
      return variable
    }
    repeat {
      index += 1
      if index < end, file.isSign(index, "("), let pattern = TuplePattern(file, at: index, before: end) {
        for bound in pattern.variables {
          var variable = declared(bound.name, at: bound.token)
          (variable.type, variable.value) = (bound.type, bound.value)
          variables.append(variable)
        }
        index = pattern.end
        continue
      }
      guard index < end, let name = file.name(index), !file.followsNewline(index) || index > start + 1 else {
        report(
          index < end && file.isSign(index, "(")
            ? "cannot understand this tuple of properties; declare each property separately"
            : "expected the name of a property",
          at: min(index, end), in: owner)
        return recover(from: start, to: index, before: end)
      }
      var variable = declared(name, at: index)
      index += 1
      guard readParts(of: &variable, at: &index, before: end, in: owner) else {
        return recover(from: start, to: index, before: end)
      }
      let behind = index < end && (file.isSign(index, ",") || file.isSign(index, ";")) ? index + 1 : index
      variable.remarks = file.remarks(
        first: first, name: variable.nameToken, end: behind, takesLeading: variables.isEmpty)
      variables.append(variable)
    } while index < end && file.isSign(index, ",")
    finish(&variables, in: owner)
    if index < end, !file.followsNewline(index), !file.isSign(index, ";") {
      report("cannot understand '\(shortText(of: index))'", at: index, in: owner)
      return recover(from: start, to: index, before: end)
    }
    return min(index, end)
  }

  /// Reads the type, the value and the braces of a variable. Returns false if a part cannot be understood.
  private mutating func readParts(
    of variable: inout VariableDeclaration, at index: inout Int, before end: Int, in owner: Int?
  ) -> Bool {
    if index < end, file.isSign(index, ":") {
      var reader = TypeReader(file, at: index + 1, before: end)
      variable.type = reader.read()
      index = max(index + 1, reader.position)
      if variable.type == nil {
        report("cannot understand the type of '\(variable.name)'", at: min(index, end), in: owner)
        return false
      }
    }
    if index < end, file.isSign(index, "=") {
      let value = index + 1
      index = file.endOfExpression(value, before: end)
      if index == value {
        report("expected the value of '\(variable.name)'", at: value, in: owner)
        return false
      }
      variable.value = value..<index
      variable.retrieved = file.retrievedType(in: value..<index)
    }
    if index < end, file.isSign(index, "{") {
      variable.isComputed = !file.beginsObservers(index)
      let next = min(end, file.next(index))
      let body = index + 1..<max(index + 1, next - 1)
      if variable.isComputed {
        variable.retrieved = file.retrievedType(in: index..<next) ?? variable.retrieved
        variable.getter = body
      } else {
        variable.observers = body
      }
      index = next
    }
    return true
  }

  /// Sets the types of variables that share one, as in `var x, y: Int`.
  private mutating func finish(_ variables: inout [VariableDeclaration], in owner: Int?) {
    var type: TypeSyntax?
    for index in variables.indices.reversed() {
      if variables[index].type != nil || variables[index].value != nil || variables[index].isComputed {
        type = variables[index].value == nil ? variables[index].type : nil
      } else if let type {
        variables[index].type = type
      } else if variables[index].wrapper == nil {
        report(
          "property '\(variables[index].name)' has neither a type nor a value", at: variables[index].nameToken,
          in: owner)
      }
    }
    let all = variables
    update(owner) { $0.variables += all }
  }

  /// Returns the next line, after a part that could not be understood.
  private func recover(from start: Int, to index: Int, before end: Int) -> Int {
    endOfLine(max(start, index - 1), before: end)
  }
}

extension SwiftFile {
  /// True if braces contain `willSet` or `didSet`, which makes the property a stored one.
  func beginsObservers(_ brace: Int) -> Bool {
    var index = brace + 1
    while isSign(index, "@") || isWord(index, "nonisolated") {
      index = isSign(index, "@") ? endOfAttribute(index) : index + 1
    }
    return isWord(index, "willSet") || isWord(index, "didSet")
  }

  /// Returns the class in a call `retrieve(Group.self)`.
  func retrievedType(in range: Range<Int>) -> TypeSyntax? {
    for index in range where isWord(index, "retrieve") && isSign(index + 1, "(") {
      if let type = metatype(at: isSign(index + 3, ":") ? index + 4 : index + 2)?.type { return type }
    }
    return nil
  }

  /// Returns the class in `Group.self`, and the token after it.
  func metatype(at index: Int) -> (type: TypeSyntax, end: Int)? {
    var reader = TypeReader(self, at: index, before: tokens.count)
    guard case .named(let components) = reader.read(), components.count > 1, components.last?.name == "self" else {
      return nil
    }
    return (.named(components.dropLast()), reader.position)
  }
}
