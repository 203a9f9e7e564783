import Foundation
import TestSupport

/// An empty repository of restic with the password `open sesame`. `restic init` made it, but the key of its only key file is derived with N = 2, so
/// that each call takes a tenth of the usual time.
enum EmptyRepository {
  private static let keyName = "7256ab0aa03532f067180e1d10fb1062cc49dc1d4eb70fd5efe2bed41f6dc02e"
  private static let key =
    #"{"created":"2026-01-01T00:00:00Z","username":"okit","hostname":"okit","kdf":"scrypt","N":2,"r":1,"p":1,"salt":"#
    + #""X2SILNgsJYzY5qjO2YDGIAA+3mxXwfENG7IUVL22sVTqPyf+pc2R2aAvPcYmfVrVJKpztYaBYucA3FMPtNAHJQ==","data":"ggI/aFjO5De"#
    + #"h2jxBy+WqTJ9x+G33PalboACiIxI71u6WK3AF2ZxrNFBi20V9C8v/MxeTL12JQziIiNVK12dr1RxQQiIjjGnw3KSSd6Ev23UTK1rPW/KXiCZTT"#
    + #"zaNkgPkYEJMlE2Bv++eJv2vQjNm18f7H2nBtnd9uq9b4o+bcVSJekeZUG96dWPpz1Id95SSeHT5FceI9iB9Aqu/htDrVg=="}"#
  private static let config =
    "D7EwjlJdpf9Uu7Mg5XCiqMceNPtcfRq51hLYqGxR8ygL74bml5/xnkUyGLXVjEIFkNzRDtUBmCoruTrn2ifF8+1MQEJOdkZGH43i3d5bPNfOlA"
    + "QdKyZLrJT6NiajlDKw0ihxScEJrw9uAm4+5NEDVJkbUC73iRr8EVznZjwibbnbH8zPzYxAmhqJa+vv/HmKfBb0eZE1aR2N2Vg="

  /// Creates the repository in the folder `path`.
  static func write(to path: String) throws {
    for folder in ["", "/data", "/index", "/keys", "/locks", "/snapshots"] { try Files.makeFolder(path + folder) }
    for number in 0..<256 { try Files.makeFolder(path + "/data/" + String(format: "%02x", number)) }
    try Files.write(key, to: "\(path)/keys/\(keyName)", mode: 0o400)
    try Files.write([UInt8](Data(base64Encoded: config) ?? Data()), to: path + "/config", mode: 0o400)
  }
}
