/// Finds the layout that a new value has to take over from what surrounds it.
///
/// It remembers what it has found, so that a thousand edits of one array read its layout once.
final class LayoutFinder {
  let document: JSONDocument
  private var containers: [Int: ContainerLayout] = [:]
  private var newValues: [Neighbourhood: Layout] = [:]

  init(document: JSONDocument) { self.document = document }

  /// How a value is to be written, and the white space before the line in which it begins.
  struct Layout {
    var style: JSONStyle
    var margin: [UInt8]

    static let compact = Layout(style: .compact, margin: [])
  }

  private struct Neighbourhood: Hashable {
    var container: Int
    var kind: JSONKind
  }

  /// The layout of an object or array.
  func layout(of container: JSONValue) -> ContainerLayout {
    if let known = containers[container.index] { return known }
    let layout = ContainerLayout(container, withEnd: true)
    containers[container.index] = layout
    return layout
  }

  /// The layout of the items of an object or array, which may be empty.
  func items(of container: JSONValue) -> Layout {
    let own = layout(of: container)
    if own.lead != nil { return Layout(style: style(of: container, own), margin: own.itemMargin) }
    guard let parent = container.parent else { return .compact }
    var layout = newValue(in: parent, kind: container.kind)
    if layout.style.isMultiline { layout.margin += layout.style.indentation }
    return layout
  }

  /// The layout of a new value in an object or array: as its last or first neighbour of the same kind has it, which may be written in one
  /// line though the neighbours have a line each; else as the object or array itself.
  func newValue(in container: JSONValue, kind: JSONKind) -> Layout {
    if kind != .object && kind != .array { return .compact }
    let neighbourhood = Neighbourhood(container: container.index, kind: kind)
    if let known = newValues[neighbourhood] { return known }
    var layout = items(of: container)
    let neighbours = self.layout(of: container).ends.reversed()
    if let neighbour = neighbours.first(where: { $0.kind == kind && !$0.isEmptyContainer }) {
      let inner = self.layout(of: neighbour)
      if !layout.style.isMultiline { layout.margin = inner.endMargin ?? layout.margin }
      layout.style = style(of: neighbour, inner)
    }
    newValues[neighbourhood] = layout
    return layout
  }

  /// The layout of what replaces a value: its own if it has one, else that of its neighbours.
  func replacement(of value: JSONValue, kind: JSONKind) -> Layout {
    if kind != .object && kind != .array { return .compact }
    let own = layout(of: value)
    if own.lead != nil { return Layout(style: style(of: value, own), margin: own.endMargin ?? []) }
    guard let parent = value.parent else { return .compact }
    return newValue(in: parent, kind: kind)
  }

  /// The style of an object or array that is not empty. What cannot be read from itself is read from what it is in.
  private func style(of container: JSONValue, _ own: ContainerLayout) -> JSONStyle {
    var colon = own.colon.flatMap(singleLine)
    // Lines need no commas within them, and what is in one line needs no indentation.
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

  /// The colon of the first member in the document, if there is one near its beginning.
  private var firstColon: [UInt8]? {
    for index in 0..<min(document.nodeCount, 1024) where document.node(index).isKey {
      let key = JSONKey(document: document, index: index)
      return singleLine(Array(document.slice(key.range.upperBound..<key.value.range.lowerBound)))
    }
    return nil
  }

  private func singleLine(_ space: [UInt8]) -> [UInt8]? { space.contains(0x0A) ? nil : space }
}
