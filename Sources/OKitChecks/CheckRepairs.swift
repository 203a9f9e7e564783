package import OKitModels
package import OKitStorage

/// Repairs the faults found by a check that have only one safe repair. The check itself changes nothing.
package protocol CheckRepairs: AnyObject {
  /// Repairs faults in the documents of a model, then releases the documents.
  func repair(_ faults: [(document: ModelDocument, fault: ValueFault)], of model: ModelFiles) throws
  /// Moves a file that nothing names out of the data folder. Does nothing unless it is a regular file.
  func setAside(_ path: WorkspacePath, _ kind: Finding.Kind, of model: ModelName?) throws
}
