import CCurl
import Glibc

/// libcurl, which transfers files over HTTP.
///
/// It is loaded when it is first needed instead of being linked, because with its dependencies it would double the time of each start.
struct CurlLibrary: @unchecked Sendable {
  typealias Function = UnsafeMutableRawPointer

  /// Functions with variable arguments, which the functions of CCurl call.
  let setOption: Function
  let information: Function

  let createHandle: @convention(c) () -> UnsafeMutableRawPointer?
  let resetHandle: @convention(c) (UnsafeMutableRawPointer) -> Void
  let freeHandle: @convention(c) (UnsafeMutableRawPointer) -> Void
  let perform: @convention(c) (UnsafeMutableRawPointer) -> CURLcode
  let errorText: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
  let append:
    @convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>) -> UnsafeMutablePointer<curl_slist>?
  let freeList: @convention(c) (UnsafeMutablePointer<curl_slist>?) -> Void
  let createURL: @convention(c) () -> OpaquePointer?
  let freeURL: @convention(c) (OpaquePointer) -> Void
  let setPart: @convention(c) (OpaquePointer, CURLUPart, UnsafePointer<CChar>, UInt32) -> CURLUcode
  let part:
    @convention(c) (OpaquePointer, CURLUPart, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UInt32) -> CURLUcode
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// The names of the builds with OpenSSL, with GnuTLS, and of older systems.
  private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4"]

  private static let installed: CurlLibrary? = names.lazy.compactMap { dlopen($0, RTLD_LAZY | RTLD_LOCAL) }
    .compactMap(CurlLibrary.init).first

  /// Returns the library. Throws ``HTTPError/Reason/missingLibrary`` if it is not installed.
  static func required() throws(HTTPError) -> CurlLibrary {
    guard let installed else { throw HTTPError(.missingLibrary, "libcurl is not installed") }
    return installed
  }

  private init?(_ handle: UnsafeMutableRawPointer) {
    func function<Type>(_ name: String) -> Type? { dlsym(handle, name).map { unsafeBitCast($0, to: Type.self) } }
    guard let setOption = dlsym(handle, "curl_easy_setopt"), let information = dlsym(handle, "curl_easy_getinfo"),
      let initialize = dlsym(handle, "curl_global_init"),
      let createHandle: @convention(c) () -> UnsafeMutableRawPointer? = function("curl_easy_init"),
      let resetHandle: @convention(c) (UnsafeMutableRawPointer) -> Void = function("curl_easy_reset"),
      let freeHandle: @convention(c) (UnsafeMutableRawPointer) -> Void = function("curl_easy_cleanup"),
      let perform: @convention(c) (UnsafeMutableRawPointer) -> CURLcode = function("curl_easy_perform"),
      let errorText: @convention(c) (CURLcode) -> UnsafePointer<CChar>? = function("curl_easy_strerror"),
      let append:
        @convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>) -> UnsafeMutablePointer<curl_slist>? =
        function("curl_slist_append"),
      let freeList: @convention(c) (UnsafeMutablePointer<curl_slist>?) -> Void = function("curl_slist_free_all"),
      let createURL: @convention(c) () -> OpaquePointer? = function("curl_url"),
      let freeURL: @convention(c) (OpaquePointer) -> Void = function("curl_url_cleanup"),
      let setPart: @convention(c) (OpaquePointer, CURLUPart, UnsafePointer<CChar>, UInt32) -> CURLUcode =
        function("curl_url_set"),
      let part:
        @convention(c) (OpaquePointer, CURLUPart, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UInt32) ->
          CURLUcode = function("curl_url_get"),
      let free: @convention(c) (UnsafeMutableRawPointer?) -> Void = function("curl_free")
    else {
      dlclose(handle)
      return nil
    }
    let start = unsafeBitCast(initialize, to: (@convention(c) (Int) -> CURLcode).self)
    guard start(Int(CURL_GLOBAL_ALL)) == CURLE_OK else { return nil }
    self.setOption = setOption
    self.information = information
    self.createHandle = createHandle
    self.resetHandle = resetHandle
    self.freeHandle = freeHandle
    self.perform = perform
    self.errorText = errorText
    self.append = append
    self.freeList = freeList
    self.createURL = createURL
    self.freeURL = freeURL
    self.setPart = setPart
    self.part = part
    self.free = free
  }
}
