/// The text of roles in snapshots.
extension ClassDefinition.Role {
  private static let all: [ClassDefinition.Role] =
    ModelSuperclass.allCases.map { .model($0) } + [
      .entity, .partial, .reference, .data, .image, .inlineData, .inlineImage, .value, .choice,
    ]

  private static let byText = Dictionary(uniqueKeysWithValues: all.map { ($0.text, $0) })

  /// The role with a text; nil if there is none.
  init?(text: String) {
    guard let role = Self.byText[text] else { return nil }
    self = role
  }

  /// The text, such as `plain-model`.
  var text: String {
    switch self {
    case .model(.model): "plain-model"
    case .model(.encrypted): "encrypted-model"
    case .model(.transient): "transient-model"
    case .model(.http): "http-model"
    case .model(.encryptedHttp): "encrypted-http-model"
    case .model(.settings): "settings-model"
    case .entity: "entity"
    case .partial: "partial"
    case .reference: "reference"
    case .data: "data"
    case .image: "image"
    case .inlineData: "inline-data"
    case .inlineImage: "inline-image"
    case .value: "value"
    case .choice: "choice"
    }
  }
}
