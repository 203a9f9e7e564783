import JSONDocument

extension BindingEvaluator {
  /// True for a reference without the id of an entity, which is the same as no value.
  func refersToNothing(_ compared: ComparedValue) throws -> Bool {
    guard let reference = compared.value.stored, reference.kind == .object,
      reference.members.allSatisfy({ $0.key == "id" || $0.key == "refKey" })
    else { return false }
    let isReference: Bool? =
      switch compared.type {
      case .reference?: true
      case nil, .unknown?: nil
      default: false
      }
    if let key = reference["refKey"] { return isReference != false && (key.isNull || key.hasString(equalTo: "")) }
    if let isReference { return isReference }
    guard reference["id"]?.kind == .string else { return false }
    // Without a definition, it can also be the stand-in of a partial, or an element of any class.
    if reference.parent?.kind == .array { return siblingsHave("refKey", reference) }
    guard reference.parent != nil, case .none = try context.partial("partial", of: reference) else { return false }
    return true
  }
}
