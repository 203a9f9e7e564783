/// A type, an extension or a type alias as it is declared in a file.
struct TypeDeclaration: Sendable {
  enum Kind: Sendable { case `class`, structure, enumeration, `protocol`, actor, `extension`, alias }

  let kind: Kind
  /// Its name; of an extension the names of what it extends.
  let path: [String]
  /// The token that is its name.
  let nameToken: Int
  /// The index, among the file's declarations, of the one around it.
  let parent: Int?
  /// How many declarations are around it.
  let depth: Int
  /// Whether it has generic parameters.
  var isGeneric = false
  /// What stands behind the colon; of an alias what it stands for.
  var inherited: [TypeSyntax] = []
  var remarks = SwiftFile.Remarks()
  /// The tokens between its braces.
  var body: Range<Int> = 0..<0
  var variables: [VariableDeclaration] = []
  var cases: [CaseDeclaration] = []
  /// Whether it has `encode(to:)`.
  var encodes = false
  /// Whether it has `init(from:)`.
  var decodes = false
  /// Whether one of these stores a single value or an array instead of an object.
  var codesWithoutKeys = false
  /// Its initializers but `init(from:)`.
  var initializers: [InitializerDeclaration] = []
  /// The names of the methods of its instances.
  var methods: Set<String> = []
  /// The first thing in it that cannot be understood.
  var problem: SyntaxProblem?
}

/// A variable of a type, or one of several in a declaration.
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
  /// The tokens between the braces of a computed one.
  var getter: Range<Int>?
  /// The tokens between the braces around `willSet` and `didSet`.
  var observers: Range<Int>?
  /// The property wrapper in front of it.
  var wrapper: TypeSyntax?
  /// The class in a call `retrieve(Group.self)` that its body or value makes.
  var retrieved: TypeSyntax?
  var remarks = SwiftFile.Remarks()

  /// Whether an instance holds it, and it is declared here first.
  var isStored: Bool { !isStatic && !isLazy && !isOverride && !isComputed }
}

/// An initializer as it is declared in a file.
struct InitializerDeclaration: Sendable {
  /// The tokens between its parentheses.
  let parameters: Range<Int>
  /// The tokens between its braces.
  let body: Range<Int>
  /// True if its result may be nil.
  let isFailable: Bool
  /// True if it is declared with `convenience`, so that the class still inherits the initializers of its superclass.
  let isConvenience: Bool
}

/// A case of an enumeration.
struct CaseDeclaration: Sendable {
  let name: String
  let nameToken: Int
  /// The tokens between the parentheses of what belongs to it; nil without any.
  var payload: Range<Int>?
  /// The tokens of its raw value.
  var value: Range<Int>?
}

/// A call `Model.register(…)` as it is written.
struct RegistrationSyntax: Sendable {
  /// The token `Model`.
  let token: Int
  let type: TypeSyntax
  let name: String?
  /// The index, among the file's declarations, of the one around it.
  let parent: Int?
}
