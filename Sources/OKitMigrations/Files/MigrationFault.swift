import JSONDocument

/// What is wrong with a file of migrations, and at which value.
package struct MigrationFault: Error {
  let value: JSONValue
  let message: String
}
