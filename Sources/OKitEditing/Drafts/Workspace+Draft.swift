import Bindings
import Definitions
import JSONDocument
package import OKitModels
import OKitStorage

extension Workspace {
  /// Returns the values that a person wants to edit, as text.
  ///
  /// Throws the errors of ``EditSession`` for a path that leads to no stored value, and those of reading.
  package func draft(_ request: DraftRequest) throws -> Draft {
    try planningEdit(command: "edit") { edit in
      let session = try EditSession(edit, model: request.model)
      let draft =
        switch request.action {
        case .edit: try DraftTargets(request.binding, session).draft()
        case .add: try NewValueDraft(request.binding, session).draft()
        }
      let isSecret = session.store.readDocuments.contains(where: \.opened.form.isEncrypted)
      return Draft(
        targets: draft.targets, text: JSONWriter.escapingControls(Array(draft.text.utf8)), isSecret: isSecret)
    }
  }

  /// Stores the values of `text`, which a person made from `draft`. Values that are equal to those in the draft keep their bytes.
  ///
  /// `file` opens the files that the text names as attachments. With `isStrict`, a new reference to a missing entity is an error; with
  /// `syncsPartials`, an edit of a property that a stand-in and its partial share changes both.
  ///
  /// Throws ``DraftFaults`` if the person can correct the text, an error of kind `busy` if the values are no longer those of the draft, and the errors
  /// of ``edit(_:model:syncsPartials:isStrict:references:_:)``. In each case nothing is changed.
  package func store(
    _ text: [UInt8], of draft: Draft, _ request: DraftRequest, syncsPartials: Bool = true, isStrict: Bool = false,
    file: @escaping (String) throws -> AttachmentContent
  ) throws -> EditOutcome {
    let source = try DraftText(text, isSecret: draft.isSecret)
    do {
      return try edit(
        request.isAddition ? "add" : "edit", model: request.model, syncsPartials: syncsPartials, isStrict: isStrict
      ) { session in
        var edits = try DraftEdits(session, draft, source, file: file)
        switch request.action {
        case .edit: try edits.edit(request.binding)
        case .add(let placement): try edits.add(request.binding, at: placement)
        }
      }
    } catch let violations as RuleViolations {
      throw source.faults(
        violations.findings.map { (source.offset(ofPath: $0.path, in: draft), RuleViolations(findings: [$0])) })
    } catch let error where DraftText.isCorrectable(error) {
      // The error of the result as a whole, such as a reference to a removed entity.
      throw source.faults([(0, error)])
    }
  }
}
