import Definitions
package import JSONDocument
import OKitStorage

extension DefinitionChecker {
  /// Returns the first value in `root` that does not match the class `className`; nil if all match. Unknown keys are allowed because apps ignore
  /// them.
  package mutating func misfit(in root: JSONValue, as className: String) -> ValueFault? {
    fault(of: root, as: className, besides: [.unknownProperty])
  }
}

extension ModelSnapshot {
  /// True if the document of a model and its partials match the definitions.
  ///
  /// `partial` returns the document of the partial whose stand-in has the id; nil if it is not available and therefore not checked.
  package func fits(_ main: JSONDocument, partial: (_ id: String) throws -> JSONDocument?) rethrows -> Bool {
    var checker = DefinitionChecker(definitions)
    let hasPartials = definitions.classes.values.contains { $0.role == .partial }
    var seen: Set<ExactText> = []
    var waiting = [(document: main, className: className)]
    while let (document, className) = waiting.popLast() {
      guard checker.misfit(in: document.root, as: className) == nil else { return false }
      guard hasPartials else { continue }
      var objects = ObjectWalk(document.root, as: className, in: definitions)
      while let (object, definition) = objects.next() {
        guard definition.role == .partial, let entity = definition.partialEntity, let id = object["id"]?.string,
          seen.insert(ExactText(id)).inserted, let document = try partial(id)
        else { continue }
        waiting.append((document, entity.className))
      }
    }
    return true
  }
}
