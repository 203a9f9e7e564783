/// A name of an option or flag on a command line.
enum SwitchName: Hashable, Sendable {
  case short(Character)
  case long(String)

  var text: String {
    switch self {
    case .short(let letter): "-\(letter)"
    case .long(let word): "--\(word)"
    }
  }

  var isLong: Bool {
    if case .long = self { true } else { false }
  }
}
