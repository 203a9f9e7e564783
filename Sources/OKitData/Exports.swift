// Users of the library import OKitData alone: these are all the types of other modules that its interface names.
@_exported public import struct Ciphers.SecretBytes
@_exported public import struct OKitStorage.OKitError
@_exported public import protocol OKitStorage.Observer
