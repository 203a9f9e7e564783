import OKitStorage
import Testing

@testable import Restic

struct RepositoryLocationTests {
  @Test(arguments: [
    ("repository", "/base/repository"), ("/srv/repository", "/srv/repository"),
    ("local:repository", "/base/repository"),
    ("local:/srv/x", "/srv/x"), ("c:\\x", "/base/c:\\x"),
  ])
  func aFolderIsRelativeToItsBase(_ text: String, _ path: String) throws {
    let location = try RepositoryLocation(text, in: "/base")
    #expect(location.folder?.text == path)
    #expect(location.text == path)
    #expect(location.shown == path)
  }

  @Test(arguments: [
    ("rest:https://ada:secret@host/x", "rest:https://ada:***@host/x"),
    ("rest:https://host/a:b@c", "rest:https://host/a:b@c"),
    ("sftp:ada@host:/srv/x", "sftp:ada@host:/srv/x"), ("s3:https://host/bucket", "s3:https://host/bucket"),
    ("rclone:remote:x", "rclone:remote:x"),
  ])
  func aURLIsShownWithoutItsPassword(_ text: String, _ shown: String) throws {
    let location = try RepositoryLocation(text, in: "/base")
    #expect(location.folder == nil)
    #expect(location.text == text)
    #expect(location.shown == shown)
  }

  @Test(arguments: [
    "", "local:", "a\nb", "sftp:-oProxyCommand=x:/y", "sftp://ada@-x/y", "sftp:u@-oProxyCommand=x:/a@b",
    "sftp://u@-oProxyCommand=x/a@b", "rclone:--log-file=/x", "~/x",
  ])
  func anUnusableLocationIsRefused(_ text: String) {
    #expect { try RepositoryLocation(text, in: "/base") } throws: { ($0 as? OKitError)?.kind == .usage }
  }
}
