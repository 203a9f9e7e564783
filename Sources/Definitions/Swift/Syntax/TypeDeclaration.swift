/// The declaration of a type, an extension or a type alias in a file.
struct TypeDeclaration: Sendable {
  enum Kind: Sendable { case `class`, structure, enumeration, `protocol`, actor, `extension`, alias }

  let kind: Kind
  /// The name; for an extension, the names of the extended type.
  let path: [String]
  /// The token of the name.
  let nameToken: Int
  /// The index of the enclosing declaration in the file.
  let parent: Int?
  /// The number of enclosing declarations.
  let depth: Int
  /// True if it has generic parameters.
  var isGeneric = false
  /// The types after the colon; for an alias, its target.
  var inherited: [TypeSyntax] = []
  var remarks = SwiftFile.Remarks()
  /// The tokens between its braces.
  var body: Range<Int> = 0..<0
  var variables: [VariableDeclaration] = []
  var cases: [CaseDeclaration] = []
  /// True if it declares `encode(to:)`.
  var encodes = false
  /// True if it declares `init(from:)`.
  var decodes = false
  /// True if one of these stores a single value or an array instead of an object.
  var codesWithoutKeys = false
  /// The initializers except `init(from:)`.
  var initializers: [InitializerDeclaration] = []
  /// The names of the instance methods.
  var methods: Set<String> = []
  /// The first part that cannot be understood.
  var problem: SyntaxProblem?
}

/// A variable of a type. One declaration can contain several.
struct VariableDeclaration: Sendable {
  let name: String
  let nameToken: Int
  var isConstant = false
  var isStatic = false
  var isLazy = false
  var isOverride = false
  var isComputed = false
  var type: TypeSyntax?
  /// The tokens of its value.
  var value: Range<Int>?
  /// The tokens between the braces of a computed variable.
  var getter: Range<Int>?
  /// The tokens between the braces around `willSet` and `didSet`.
  var observers: Range<Int>?
  /// The type of its property wrapper.
  var wrapper: TypeSyntax?
  /// The class in a call `retrieve(Group.self)` in its body or value.
  var retrieved: TypeSyntax?
  var remarks = SwiftFile.Remarks()

  /// True for a stored property that this type introduces. Lazy properties do not count.
  var isStored: Bool { !isStatic && !isLazy && !isOverride && !isComputed }
}

/// The declaration of an initializer in a file.
struct InitializerDeclaration: Sendable {
  /// The tokens between its parentheses.
  let parameters: Range<Int>
  /// The tokens between its braces.
  let body: Range<Int>
  /// True if its result can be nil.
  let isFailable: Bool
  /// True for a `convenience` initializer. It does not stop the class from inheriting initializers.
  let isConvenience: Bool
}

/// A case of an enumeration.
struct CaseDeclaration: Sendable {
  let name: String
  let nameToken: Int
  /// The tokens between the parentheses of its associated values; nil without any.
  var payload: Range<Int>?
  /// The tokens of its raw value.
  var value: Range<Int>?
}

/// A call `Model.register(…)` in a file.
struct RegistrationSyntax: Sendable {
  /// The token `Model`.
  let token: Int
  let type: TypeSyntax
  let name: String?
  /// The index of the enclosing declaration in the file.
  let parent: Int?
}
