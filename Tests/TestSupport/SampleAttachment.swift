/// Attachments as an app's framework writes them.
package enum SampleAttachment {
  /// The first bytes of a PNG.
  package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Returns the JSON of an attachment; `more` are members after the others.
  package static func json(_ id: String, _ format: String = "image/png", size: Int, more: String = "") -> String {
    #"{"id":"\#(id)","format":"\#(format)","label":"","quality":0.5,"scale":1,"template":false,"size":\#(size)\#(more)}"#
  }
}
