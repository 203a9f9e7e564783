import Glibc
import Testing

@testable import HTTPServer

@Suite struct SocketNameTests {
  @Test func onlyTheBytesOfAnAddressAreRead() throws {
    // The page after the address cannot be read.
    let page = sysconf(Int32(_SC_PAGESIZE))
    let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, 2 * page) }
    #expect(mprotect(memory + page, page, PROT_NONE) == 0)
    func client<Address>(_ address: Address, size: Int = MemoryLayout<Address>.size) -> String {
      let place = memory + page - size
      withUnsafeBytes(of: address) { place.copyMemory(from: $0.baseAddress!, byteCount: size) }
      return SocketName.client(place)
    }
    #expect(client(sa_family_t(AF_UNIX)) == "unix")
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_addr.s_addr = UInt32(0x0A00_0001).bigEndian
    #expect(client(four) == "10.0.0.1")
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    #expect(client(six) == "::")
  }
}
