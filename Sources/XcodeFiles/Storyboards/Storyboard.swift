/// The screens of a storyboard, as far as they concern the entry of data.
package struct Storyboard: Equatable, Sendable {
  /// The maximum size of a file in bytes. A storyboard of 30 screens has 180 KB.
  static let maximumSize = 32 << 20

  /// The screens in the order of the file.
  package var screens: [Screen] = []
  /// The id of the screen that the app shows first; nil if there is none.
  package var initialScreen: String?
}

/// A view controller.
package struct Screen: Equatable, Sendable {
  /// The id, which segues name.
  package var id: String
  /// The element, such as `tableViewController`.
  package var element: String
  /// The name of the class in the app or in the framework; nil for a class of the system.
  package var className: String?
  /// The name with which code finds the screen.
  package var identifier: String?
  /// The storyboard and the screen there that this one stands for; nil if it is the screen itself.
  package var reference: Reference?
  /// The attributes for the class.
  package var attributes: [RuntimeAttribute] = []
  /// The rows of its table in the order of the file.
  package var rows: [Row] = []
  /// The segues that do not start from a row.
  package var segues: [Segue] = []
  /// The line in the file.
  package var line: Int

  /// A screen in a storyboard.
  package struct Reference: Equatable, Sendable {
    /// The name of the storyboard's file without its extension.
    package var storyboard: String
    /// The identifier of the screen; nil for the initial one.
    package var identifier: String?
  }
}

/// A cell of a table.
package struct Row: Equatable, Sendable {
  /// The name of the class in the app or in the framework; nil for a class of the system.
  package var className: String?
  /// True if the row is shown for each element of a list.
  package var isPrototype: Bool
  /// The attributes for the class.
  package var attributes: [RuntimeAttribute] = []
  /// The segues to the screens that the row opens.
  package var segues: [Segue] = []
  /// The control that the outlet `control` names; nil if the class makes its own.
  package var control: Control?
  /// The line in the file.
  package var line: Int
}

/// A user defined runtime attribute: the value of a property of the object's class.
package struct RuntimeAttribute: Equatable, Sendable {
  /// The value of an attribute.
  package enum Value: Equatable, Sendable {
    /// A text, which is a binding for the classes of the framework.
    case text(String)
    /// A truth value.
    case bool(Bool)
    /// A number, as it is written.
    case number(String)
    /// Something else, such as a color.
    case other
  }

  /// The name of the property.
  package var name: String
  /// The value.
  package var value: Value
  /// The line in the file.
  package var line: Int
}

/// A connection to another screen.
package struct Segue: Equatable, Sendable {
  /// The kind, such as `show`, `presentation`, `embed` or `relationship`.
  package var kind: String
  /// The id of the other screen.
  package var destination: String
  /// The line in the file.
  package var line: Int
}

/// A text field, text view or date picker.
package struct Control: Equatable, Sendable {
  /// The element, such as `textField`.
  package var element: String
  /// The keyboard, such as `emailAddress`; nil for the default one.
  package var keyboard: String?
  /// The first date, in seconds since 2001-01-01T00:00:00Z.
  package var minimumDate: String?
  /// The last date, in seconds since 2001-01-01T00:00:00Z.
  package var maximumDate: String?
  /// The line in the file.
  package var line: Int
}
