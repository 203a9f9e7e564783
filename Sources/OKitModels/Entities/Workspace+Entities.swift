import OKitStorage

extension Workspace {
  /// Runs `body` with the models in one state, while no one can write. If a passphrase is needed, it is requested before the workspace is locked.
  package func readingEntities<Result>(_ body: (EntityStore) throws -> Result) throws -> Result {
    try storage.finishPendingChange()
    return try keyring.asking {
      try storage.reading { try body(EntityStore(self)) }
    }
  }

  /// Asks for the passphrase that reading the models needs, if any, before the workspace is locked.
  package func prepareKeys() throws { try keyring.prepareAsking { try storedForms() } }
}
