import CommandKit

/// The styles of state names on a terminal.
let stateStyles: [String: Style] = [
  "agrees": .green, "open": .green, "opens": .green, "present": .green,
  "locked": .yellow, "passphrase": .yellow, "pending": .yellow, "unrecorded": .yellow,
  "empty": .yellow, "orphaned": .yellow,
  "damaged": .red, "missing": .red, "newer": .red, "unreadable": .red,
]
