// Users of the library import OKitData alone; what its declarations name comes along.
@_exported public import Bindings
@_exported public import Ciphers
@_exported public import Definitions
@_exported public import JSONDocument
@_exported public import OKitBackups
@_exported public import OKitChecks
@_exported public import OKitEditing
@_exported public import OKitMigrations
@_exported public import OKitModels
@_exported public import OKitStorage
