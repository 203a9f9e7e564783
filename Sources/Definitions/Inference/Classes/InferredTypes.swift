/// Infers the types of properties from the shapes of their values.
struct InferredTypes {
  let collector: ShapeCollector
  let assignment: ClassAssignment

  /// A type, with an optional note for its documentation comment.
  struct Result {
    var type: PropertyType
    var note: String?
  }

  /// The maximum depth of nested arrays and dictionaries that are examined.
  private static let maximumDepth = 8

  /// Returns the type of the property `key`, which has these shapes. The caller makes it optional if there are nulls.
  func type(of shapes: [Int], key: String, depth: Int = 0) -> Result {
    guard let first = shapes.first, depth < Self.maximumDepth else { return Result(type: .other("Any")) }
    var whole = collector.shapes[first]
    for shape in shapes.dropFirst() { whole.add(collector.shapes[shape]) }
    guard whole.kinds <= 1 else {
      return Result(type: .other("Any"), note: "The data has values of several types.")
    }
    if whole.bools > 0 { return Result(type: .bool) }
    if whole.integers + whole.fractions > 0 { return Result(type: number(whole, key)) }
    if whole.objects > 0 { return object(shapes, depth) }
    if whole.arrays > 0 { return array(shapes, key, depth) }
    if whole.strings > 0 { return Result(type: .string) }
    return Result(type: .string, note: "Always null in the data; the type is a guess.")
  }

  private func number(_ shape: ValueShape, _ key: String) -> PropertyType {
    let name = DescriptiveName(key)
    if name.isOfDate, shape.hasLikelyDate, shape.implausibleDates == 0 { return .date }
    if shape.hasLongNumber, !shape.hasExtremeNumber { return .decimal }
    return shape.fractions > 0 || name.isOfFraction ? .double : .integer(.int)
  }

  // MARK: - Arrays

  private func array(_ shapes: [Int], _ key: String, _ depth: Int) -> Result {
    let elements = shapes.compactMap { collector.shapes[$0].elements }
    let singular = EnglishSingular.of(key)
    guard !elements.isEmpty else {
      // If a class has this name, the elements probably have that class. No other guess is safer than a string.
      let suggested = SwiftIdentifier.type(for: singular)
      let isClass = assignment.hasClass(suggested)
      return Result(
        type: .array(isClass ? .object(suggested) : .string),
        note: "Always empty in the data; the type of the elements is a guess.")
    }
    var result = type(of: elements, key: singular, depth: depth + 1)
    if elements.contains(where: { collector.shapes[$0].nulls > 0 }) { result.type = .optional(result.type) }
    return Result(type: .array(result.type), note: result.note)
  }

  // MARK: - Objects

  private func object(_ shapes: [Int], _ depth: Int) -> Result {
    let sites = Set(shapes.compactMap { collector.shapes[$0].site }).sorted()
    let types = sites.map { type(ofSite: $0, depth) }
    guard let first = types.first else { return Result(type: .other("Any")) }
    return types.allSatisfy { $0.type == first.type } ? first : Result(type: .other("Any"))
  }

  private func type(ofSite index: Int, _ depth: Int) -> Result {
    let site = collector.sites[index]
    switch assignment.kinds[index] {
    case .framework(let name): return Result(type: .object(name))
    case .entity, .partial: return Result(type: .object(assignment.className(ofSite: index) ?? "ModelEntity"))
    case .dictionary:
      return dictionary(site.dynamic.map { [$0] } ?? [], site, hasNumbers: site.hasNumbersAsKeys, depth)
    case .wideDictionary:
      return dictionary(site.members.map(\.shape) + [site.dynamic].compactMap { $0 }, site, hasNumbers: false, depth)
    }
  }

  private func dictionary(_ shapes: [Int], _ site: ObjectSite, hasNumbers: Bool, _ depth: Int) -> Result {
    var value = type(of: shapes, key: EnglishSingular.of(site.key), depth: depth + 1)
    if shapes.contains(where: { collector.shapes[$0].nulls > 0 }) { value.type = .optional(value.type) }
    return Result(
      type: .dictionary(key: hasNumbers ? .integer(.int) : .string, value: value.type), note: value.note)
  }
}
