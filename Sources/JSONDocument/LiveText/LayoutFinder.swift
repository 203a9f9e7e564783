/// Finds the layout that a new value takes over from its surroundings.
///
/// Results are cached, so that a thousand edits of one array examine its layout only once.
final class LayoutFinder {
  let document: JSONDocument
  private var containers: [Int: ContainerLayout] = [:]
  private var newValues: [NewValueKey: Layout] = [:]

  init(document: JSONDocument) { self.document = document }

  /// The style of a value, and the white space before the line in which the value begins.
  final class Layout: Sendable {
    let style: JSONStyle
    let margin: [UInt8]

    init(style: JSONStyle, margin: [UInt8]) {
      self.style = style
      self.margin = margin
    }

    static let compact = Layout(style: .compact, margin: [])
  }

  private struct NewValueKey: Hashable {
    var container: Int
    var kind: JSONKind
  }

  /// Returns the layout of an object or array.
  func layout(of container: JSONValue) -> ContainerLayout {
    if let known = containers[container.index] { return known }
    let layout = ContainerLayout(container, withEnd: true)
    containers[container.index] = layout
    return layout
  }

  /// Returns the layout for the items of an object or array, which may be empty.
  func itemLayout(of container: JSONValue) -> Layout {
    let own = layout(of: container)
    if own.lead != nil { return Layout(style: style(of: container, own), margin: own.itemMargin) }
    guard let parent = container.parent else { return .compact }
    let layout = layoutForNewValue(in: parent, kind: container.kind)
    guard layout.style.isMultiline else { return layout }
    return Layout(style: layout.style, margin: layout.margin + layout.style.indentation)
  }

  /// Returns the layout for a new value in an object or array: that of its last or first sibling of the same kind, or else that of the container. A
  /// sibling can be on a single line even if each sibling has its own line.
  func layoutForNewValue(in container: JSONValue, kind: JSONKind) -> Layout {
    if kind != .object && kind != .array { return .compact }
    let key = NewValueKey(container: container.index, kind: kind)
    if let known = newValues[key] { return known }
    var layout = itemLayout(of: container)
    let siblings = self.layout(of: container).ends.reversed()
    if let sibling = siblings.first(where: { $0.kind == kind && !$0.isEmptyContainer }) {
      let inner = self.layout(of: sibling)
      let margin = layout.style.isMultiline ? nil : inner.endMargin
      layout = Layout(style: style(of: sibling, inner), margin: margin ?? layout.margin)
    }
    newValues[key] = layout
    return layout
  }

  /// Returns the layout for a replacement of a value: its own layout if it is not empty, or else that of its siblings.
  func layoutForReplacement(of value: JSONValue, kind: JSONKind) -> Layout {
    if kind != .object && kind != .array { return .compact }
    let own = layout(of: value)
    if own.lead != nil { return Layout(style: style(of: value, own), margin: own.endMargin ?? []) }
    guard let parent = value.parent else { return .compact }
    return layoutForNewValue(in: parent, kind: kind)
  }

  /// Returns the style of an object or array that is not empty. Whatever its own text does not show comes from the containers around it.
  private func style(of container: JSONValue, _ own: ContainerLayout) -> JSONStyle {
    var colon = own.colon.flatMap(singleLine)
    // Separate lines need no spaces after commas, and a single line needs no indentation.
    var comma = own.isMultiline ? [0x2C] : own.firstSeparator.flatMap(singleLine)
    var indentation = own.isMultiline ? own.indentation : []
    var around = container.parent
    while let value = around, colon == nil || comma == nil || indentation == nil {
      let outer = indentation == nil ? layout(of: value) : ContainerLayout(value, withEnd: false)
      colon = colon ?? outer.colon.flatMap(singleLine)
      comma = comma ?? outer.firstSeparator.flatMap(singleLine)
      indentation = indentation ?? outer.indentation
      around = value.parent
    }
    let isSpaced = own.isMultiline || comma?.last == 0x20
    let finalColon = colon ?? firstColon ?? Array((isSpaced ? ": " : ":").utf8)
    return JSONStyle(
      isMultiline: own.isMultiline, newline: own.newline ?? [0x0A], indentation: indentation ?? [0x20, 0x20],
      colon: finalColon, comma: comma ?? Array((finalColon.last == 0x20 ? ", " : ",").utf8))
  }

  /// The colon of the first member in the document; nil if there is none near the beginning.
  private var firstColon: [UInt8]? {
    for index in 0..<min(document.nodeCount, 1024) where document.node(index).isKey {
      let key = JSONKey(document: document, index: index)
      return singleLine(Array(document.slice(key.range.upperBound..<key.value.range.lowerBound)))
    }
    return nil
  }

  private func singleLine(_ space: [UInt8]) -> [UInt8]? { space.contains(0x0A) ? nil : space }
}
