/// Roles of classes as snapshots write them.
extension ClassDefinition.Role {
  /// Every role.
  private static let all: [ClassDefinition.Role] =
    ModelSuperclass.allCases.map { .model($0) } + [
      .entity, .partial, .reference, .data, .image, .inlineData, .inlineImage, .value, .choice,
    ]

  private static let byText = Dictionary(uniqueKeysWithValues: all.map { ($0.text, $0) })

  /// The role that a text means; nil where it means none.
  init?(text: String) {
    guard let role = Self.byText[text] else { return nil }
    self = role
  }

  /// Its text, such as `plain-model`.
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
