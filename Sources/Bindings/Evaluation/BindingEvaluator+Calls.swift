import JSONDocument

extension BindingEvaluator {
  /// Calls a function on the current value. A function that is not built in is called on the last entity if the value is absent. A computed property
  /// always is.
  func call(
    _ name: String, _ parameter: Binding.Part?, at cursor: BindingCursor, _ segment: Binding.Segment
  ) throws -> Member {
    guard let function = BindingFunction.byName[name] else {
      let entity = try entity(of: cursor)
      if let computed = try described(name, of: entity, segment) {
        if parameter != nil { throw error(.wrongKind, "the function '\(name)' takes no parameter", segment) }
        return computed
      }
      let parameter = try parameter.map { try self.value(of: $0) }
      let value = cursor.value.isAbsent ? entity.map { .json($0) } ?? .absent : try dated(cursor.value)
      if let result = try context.call(name, on: value, of: entity, parameter: parameter) {
        return .unstored(result)
      }
      throw error(
        .notFound, "no function '\(name)'", segment, candidates: BindingFunction.names + context.functionNames())
    }
    let parameter = try parameter.map { try self.value(of: $0) }
    if function.takesParameter, parameter == nil {
      throw error(.wrongKind, "the function '\(name)' needs a parameter", segment)
    }
    if !function.takesParameter, parameter != nil {
      throw error(.wrongKind, "the function '\(name)' takes no parameter", segment)
    }
    return .unstored(try apply(function, to: cursor.value, parameter, segment))
  }

  /// Returns the result of a program that is called without parentheses on a value that is not an object; nil if there is no program with this name.
  func program(_ name: String, on value: BindingValue) throws -> BindingValue? {
    guard progress.functions(in: context).contains(name) else { return nil }
    return try context.call(name, on: value, of: try value.stored.flatMap { try entity(around: $0) }, parameter: nil)
  }

  /// Calls a built-in function on a value, or on each element of an array.
  func apply(
    _ function: BindingFunction, to value: BindingValue, _ parameter: BindingValue?, _ segment: Binding.Segment,
    depth: Int = 0
  ) throws -> BindingValue {
    try count(segment)
    if !function.takesAnything {
      if value.isAbsent { return .absent }
      if let elements = value.elements {
        guard depth < Self.depthLimit else {
          throw error(.wrongKind, "arrays are nested more than \(Self.depthLimit) levels deep", segment)
        }
        return .list(try elements.map { try apply(function, to: $0, parameter, segment, depth: depth + 1) })
      }
    }
    do {
      return try function(BindingCall(value: value, parameter: parameter, context: context))
    } catch let fault as BindingCall.WrongKind {
      throw error(
        .wrongKind, "the function '\(function.name)' needs \(fault.wanted), not \(value.kindName)", segment)
    } catch let fault as BindingCall.WrongParameter {
      throw error(.wrongKind, fault.message, segment)
    }
  }
}
