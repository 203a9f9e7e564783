// Users of the library import only OKitData. These are all types of other modules in its interface.
@_exported public import struct Ciphers.SecretBytes
@_exported public import struct OKitStorage.OKitError
@_exported public import protocol OKitStorage.Observer
