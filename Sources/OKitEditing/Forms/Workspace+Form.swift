import Bindings
import Forms
import JSONDocument
package import OKitModels
import OKitStorage

extension Workspace {
  /// Opens the file of an attachment by its path as a person typed it.
  package typealias AttachmentSource = (String) throws -> AttachmentContent

  /// Returns what a person sees of a form after `answers`, and stores nothing.
  ///
  /// An answer that is no value of its field is a fault of the field. Answers of fields that are hidden or not enabled are ignored.
  ///
  /// - Parameters:
  ///   - isEnd: True to make all checks, as before the values are stored; false for those that are made while a person fills in the form.
  ///   - file: Opens the files that the answers name.
  ///
  /// Throws the errors of ``EditSession`` for a path without an entity, of ``OKitModels/FormFiles`` and of evaluating bindings and rules.
  package func state(
    of request: FormRequest, _ answers: FormAnswers, isEnd: Bool, file: @escaping AttachmentSource
  ) throws -> FormState {
    try resolved(request, answers, isEnd: isEnd, file: file).state
  }

  /// Stores the answers to a form in one step, all or none.
  ///
  /// Answers of fields that are hidden or not enabled are not stored. `stored` contains the former values of the fields; with it, a value that another
  /// program changed meanwhile is an error of kind `busy`.
  ///
  /// Throws ``FormFaults`` if an answer is not valid, and the errors of ``edit(_:model:syncsPartials:isStrict:references:_:)``. In each case nothing is
  /// changed.
  package func store(
    _ request: FormRequest, _ answers: FormAnswers, replacing stored: [Draft.Target]? = nil,
    syncsPartials: Bool = true, isStrict: Bool = false, file: @escaping AttachmentSource
  ) throws -> FilledForm {
    let isAddition = request.target.isAddition
    for _ in 0..<ApprovedChange.maximumRounds {
      let plan = try resolved(request, answers, isEnd: true, file: file)
      guard plan.state.isValid else { throw FormFaults(plan.state) }
      if let stored, !isAddition { try Self.requireSame(stored, plan.state.stored) }
      var path = ""
      secretPaths = Set(
        plan.state.sections.flatMap(\.fields).filter { $0.kind == .secure }.compactMap(\.path))
      defer { secretPaths = [] }
      do {
        let outcome = try edit(
          isAddition ? "add" : "edit", model: request.target.model, syncsPartials: syncsPartials, isStrict: isStrict
        ) { session in
          // The checks of the form are true for these files.
          guard try plan.change.isCurrent(in: self) else { throw OutdatedPlan() }
          let entry = try FormEntry(request, session, file: file)
          try entry.apply(plan.accepted, isAddition: isAddition)
          if isAddition { try entry.completePartial() }
          path = entry.target.stablePath
        }
        return FilledForm(outcome: outcome, state: plan.state, path: path)
      } catch is OutdatedPlan {
        continue
      } catch let refused as FormEntry.Refused {
        throw refused.error
      }
    }
    throw OKitError(.busy, "the data keeps changing while the form is stored")
  }

  /// The result of storing a form.
  package struct FilledForm {
    /// The changes.
    package let outcome: EditOutcome
    /// The form as it was stored.
    package let state: FormState
    /// The path of the entity, which stays the same if others are added or removed.
    package let path: String
  }

  private struct OutdatedPlan: Error {}

  /// What is stored for the answers to a form.
  private struct FormPlan {
    let state: FormState
    /// The answers without those that cannot be stored.
    let accepted: FormAnswers
    /// The files that the plan was made from.
    let change: ApprovedChange
  }

  /// Throws an error of kind `busy` if values are not those that the person saw.
  private static func requireSame(_ old: [Draft.Target], _ new: [Draft.Target]) throws {
    if old == new { return }
    let path = zip(old, new).first { $0 != $1 }?.1.path ?? old.first?.path ?? ""
    throw OKitError(.busy, "\(PathComponent.printable(path)) changed while the form was filled in")
  }

  private func resolved(
    _ request: FormRequest, _ answers: FormAnswers, isEnd: Bool, file: @escaping AttachmentSource
  ) throws -> FormPlan {
    var accepted = answers
    var refused: [ExactText: String] = [:]
    var ignored: [String] = []
    // Each round ends, or has fewer answers and proposals. A round that fails can have changed documents in memory, so the next one reads them again.
    while true {
      do {
        return try planningEdit(command: "edit") { edit in
          let session = try EditSession(edit, model: request.target.model)
          let entry = try FormEntry(request, session, file: file)
          try entry.apply(accepted, isAddition: request.target.isAddition, refused: Set(refused.keys))
          if request.target.isAddition { try entry.completePartial() }
          let evaluation = FormEvaluation(entry, request, accepted, isEnd: isEnd)
          let state = try evaluation.state(refused: refused, ignored: ignored)
          return FormPlan(state: state, accepted: accepted, change: ApprovedChange(edit.store))
        }
      } catch let answer as FormEntry.Refused {
        refused[ExactText(answer.field)] = answer.message
        accepted[answer.field] = nil
      } catch let unavailable as FormEvaluation.Ignored {
        ignored.append(unavailable.field)
        accepted[unavailable.field] = nil
      }
    }
  }
}

extension FormFaults {
  /// The faults of a form.
  fileprivate init(_ state: FormState) {
    let ofFields = state.visibleFields.flatMap { field in
      field.faults.map { (field: field.name as String?, message: $0) }
    }
    self.init(faults: ofFields + state.faults.map { (nil, $0) })
  }
}

extension FormEntry.Refused {
  /// The reason for people.
  fileprivate var message: String {
    switch error {
    case let error as OKitError: error.message
    default: "\(error)"
    }
  }
}
