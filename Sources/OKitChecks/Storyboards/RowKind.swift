import XcodeFiles

/// The kind of a row that edits a value, by its class or else by its attributes.
enum RowKind {
  case text, multiline, toggle, segments, picker, date, slider, stepper
  /// A row of a class of the app with the attributes of a slider or stepper, whose defaults are not known.
  case number

  /// Nil for a row that only shows values.
  init?(_ row: Row) {
    let attributes = BoundAttributes(row.attributes)
    switch row.className {
    case "ModelTextCell": self = .text
    case "ModelMultilineCell": self = .multiline
    case "ModelSwitchCell": self = .toggle
    case "ModelSegmentCell": self = .segments
    case "ModelPickerCell": self = .picker
    case "ModelDateCell": self = .date
    case "ModelSliderCell": self = .slider
    case "ModelStepperCell": self = .stepper
    case nil, "ModelTableCell": return nil
    default:
      // A class of the app can derive from any of the framework's.
      if attributes.has("valuePath") {
        self = .number
      } else if attributes.has("datePath") {
        self = .date
      } else if attributes.has("textPath") {
        self = .text
      } else if attributes.has("onPath") {
        self = .toggle
      } else if attributes.has("selectIndexPath") {
        self = .segments
      } else if attributes.has("selectionPath") && attributes.has("dataPath") {
        self = .picker
      } else {
        return nil
      }
    }
  }

  /// The name of the attribute with the path of the edited value.
  var bindingName: String {
    switch self {
    case .text, .multiline: "textPath"
    case .toggle: "onPath"
    case .segments: "selectIndexPath"
    case .picker: "selectionPath"
    case .date: "datePath"
    case .slider, .stepper, .number: "valuePath"
    }
  }

  /// The defaults of the framework for the minimum and the maximum.
  var defaultBounds: (minimum: String, maximum: String)? {
    switch self {
    case .slider: ("0", "1")
    case .stepper: ("0", "100")
    default: nil
    }
  }
}
