package import OKitModels
package import OKitStorage

/// Makes the repairs of a check for faults with only one safe answer. The check itself changes nothing.
package protocol CheckRepairs: AnyObject {
  /// Repairs faults in the documents of a model, then releases the documents.
  func mend(_ faults: [(document: ModelDocument, fault: ValueFault)], of model: ModelFiles) throws
  /// Moves a file that nothing names out of the data folder. Leaves anything but a regular file.
  func setAside(_ path: WorkspacePath, _ kind: Finding.Kind, of model: ModelName?) throws
}
