/// A rule to add to the file of a class.
package struct RuleAddition: Equatable, Sendable {
  /// A keyword with the JSON of its value.
  package struct Member: Equatable, Sendable {
    package let keyword: String
    package let json: String

    package init(_ keyword: String, _ json: String) {
      self.keyword = keyword
      self.json = json
    }
  }

  /// The result of adding a rule.
  package enum Outcome: Equatable, Sendable {
    /// The file has it now.
    case added
    /// The class had it before.
    case present
    /// It took the place of another one, whose JSON was this.
    case replaced(String)
    /// The class has another rule for the same, with this JSON at this place, which stays.
    case contradicted(String, place: String)
    /// It cannot be added, for this reason.
    case impossible(String)
  }

  /// The class.
  package let className: String
  /// The key of the property; nil for a rule of the whole object.
  package let property: String?
  /// The keywords. They mean something only together.
  package let members: [Member]

  package init(className: String, property: String?, _ members: [Member]) {
    self.className = className
    self.property = property
    self.members = members
  }
}
