import Glibc
import TestSupport
import Testing

/// Programs run only if nobody else could have put them there.
@Suite struct ProgramRuleTests {
  private func refuse(_ shop: Bookshop, _ message: String, at location: SourceLocation = #_sourceLocation) throws {
    let output = try shop.okit("get", "--run", "f()", status: 78, at: location)
    #expect(
      output.errors.hasPrefix("okit: error: 'okit/functions/f' is not allowed to run: "), sourceLocation: location)
    #expect(output.errors.contains(message), "\(output.errors)", sourceLocation: location)
  }

  @Test(arguments: ["", "/okit", "/okit/functions", "/okit/functions/f"], [0o020, 0o002] as [mode_t])
  func programsThatOthersCanWriteAreRefused(_ place: String, _ bits: mode_t) throws {
    let shop = try Bookshop()
    try shop.function("f", "echo ran")
    chmod(shop.root + place, 0o755 | bits)
    try refuse(shop, "others can write to \(shop.root + place)\n")
    chmod(shop.root + place, 0o755)
    #expect(try shop.okit("get", "--run", "f()").line == "ran")
  }

  /// A user who can write to a folder above could replace the workspace.
  @Test func programsBelowAFolderThatOthersCanWriteAreRefused() throws {
    let shop = try Bookshop()
    try shop.function("f", "echo ran")
    chmod(shop.machine.folder, 0o777)
    try refuse(shop, "others can write to \(shop.machine.folder)\n")
    chmod(shop.machine.folder, 0o1777)
    #expect(try shop.okit("get", "--run", "f()").line == "ran")
  }

  @Test(.needsRoot("gives files away"))
  func programsBelowAFolderOfAnotherUserAreRefusedAsRoot() throws {
    let shop = try Bookshop()
    try shop.function("f", "echo ran")
    chown(shop.machine.folder, 1, 1)
    try refuse(shop, "\(shop.machine.folder) belongs to another user\n")
    // A sticky folder does not restrict its own owner.
    chmod(shop.machine.folder, 0o1755)
    try refuse(shop, "\(shop.machine.folder) belongs to another user\n")
  }

  @Test func programsWithAnAccessControlListForOthersAreRefused() throws {
    let shop = try Bookshop()
    let path = try shop.function("f", "echo ran")
    try shop.machine.run("setfacl", "-m", "u:1:rwx", path)
    try refuse(shop, "others can write to \(path)\n")
  }

  @Test(.needsRoot("gives files to another user"))
  func programsOfAnotherUserAreRefusedAsRoot() throws {
    let shop = try Bookshop()
    let path = try shop.function("f", "echo ran")
    for place in [shop.root, shop.root + "/okit", shop.root + "/okit/functions", path] {
      chown(place, 1, 1)
      try refuse(shop, "\(place) belongs to another user\n")
      chown(place, 0, 0)
    }
    #expect(try shop.okit("get", "--run", "f()").line == "ran")
  }

  @Test func linksOutOfTheWorkspaceAreRefused() throws {
    let shop = try Bookshop()
    let path = try shop.function("f", "echo ran")
    let functions = shop.root + "/okit/functions"
    try shop.machine.run("mv", path, shop.machine.path("f"))
    try shop.machine.run("ln", "-s", shop.machine.path("f"), path)
    try refuse(shop, "it is a symbolic link out of the workspace, to \(shop.machine.path("f"))\n")
    try shop.machine.run("mv", functions, shop.machine.path("functions"))
    try shop.machine.run("ln", "-s", shop.machine.path("functions"), functions)
    try refuse(shop, "it is a symbolic link out of the workspace")
    try Files.remove(functions)
    try shop.machine.run("mkdir", functions)
    try shop.machine.run("ln", "-s", "nothing", path)
    try refuse(shop, "it is a broken symbolic link")
    try Files.remove(path)
    // A link within the workspace is followed.
    try shop.function("g", "echo ran")
    try shop.machine.run("ln", "-s", "g", path)
    #expect(try shop.okit("get", "--run", "f()").line == "ran")
    chmod(functions + "/g", 0o777)
    try refuse(shop, "others can write to \(functions)/g\n")
  }

  @Test func onlyExecutableFilesArePrograms() throws {
    let shop = try Bookshop()
    let path = try shop.function("f", "echo ran")
    chmod(path, 0o644)
    try refuse(shop, "it is not executable\n")
    try Files.remove(path)
    try shop.machine.run("mkdir", path)
    try refuse(shop, "it is not a regular file\n")
    try Files.remove(path)
    try shop.machine.run("mkfifo", "-m", "700", path)
    try refuse(shop, "it is not a regular file\n")
    try Files.remove(path)
    try Files.write("no program", to: path, mode: 0o755)
    let output = try shop.okit("get", "--run", "f()", status: 78)
    #expect(output.errors.contains("the function 'f': cannot run \(path): Exec format error"), "\(output.errors)")
  }
}
