package import Bindings
package import JSONDocument
import OKitStorage

extension Partials {
  /// Returns the value at `binding` with its partials inserted. Each stand-in gets its entity as an additional member, named like the property that
  /// returns it, or `partial` without a definition.
  ///
  /// Throws `BindingError`, the errors of reading models, and an error of kind `malformed` if the result is nested too deeply for JSON.
  package func resolve(_ binding: Binding, model: ModelName?) throws -> JSONValue? {
    try workspace.readingEntities { store in
      guard let place = try StoreEvaluationContext(store: store, model: model).place(of: binding) else { return nil }
      let model = try store.all(of: place.document.model)
      guard model.all.count > 1 else { return place.value }
      let text = try ResolvedText(model, store.classes()).bytes(of: place.document)
      let document = try JSONDocument(parsing: text, path: place.document.opened.file.path)
      // The additional members are the last ones, so the path to the value does not change.
      var finder = PathFinder(place.document.json)
      return finder.steps(to: place.value).reduce(document.root) { value, step in
        switch step {
        case .property(let name): value?[name]
        case .index(let index): value?[index]
        }
      }
    }
  }
}

/// Writes a document with its partials inserted, in one pass and without recursion.
private struct ResolvedText {
  private struct Insertion {
    /// The offset of the bracket that closes the stand-in.
    let offset: Int
    let key: String
    let partial: ModelDocument
  }

  private var insertions: [ObjectIdentifier: [Insertion]] = [:]

  init(_ model: ModelDocuments, _ classes: EntityClasses) {
    for partial in model.all {
      guard let standIn = partial.standIn else { continue }
      let property = classes.partialProperty(of: standIn)
      guard standIn.value[property] == nil else { continue }
      insertions[ObjectIdentifier(standIn.document), default: []].append(
        Insertion(offset: standIn.value.range.upperBound - 1, key: property, partial: partial))
    }
    for key in insertions.keys { insertions[key]?.sort { $0.offset < $1.offset } }
  }

  func bytes(of document: ModelDocument) -> JSONBytes {
    let text = JSONBytes(capacity: document.json.bytes.count * 2, secret: document.json.bytes.isSecret)
    var open = [(document: document, at: document.json.root.range.lowerBound, next: 0)]
    while let (document, start, next) = open.popLast() {
      let inner = insertions[ObjectIdentifier(document)] ?? []
      let end = next < inner.count ? inner[next].offset : document.json.root.range.upperBound
      document.json.bytes.withUnsafeBytes { text.append(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
      guard next < inner.count else { continue }
      append(",\(JSONText.quote(inner[next].key)):", to: text)
      open.append((document, end, next + 1))
      open.append((inner[next].partial, inner[next].partial.json.root.range.lowerBound, 0))
    }
    return text
  }

  private func append(_ string: String, to text: JSONBytes) {
    var string = string
    string.withUTF8 { text.append(UnsafeRawBufferPointer($0)) }
  }
}
