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
    #expect(location.description == path)
  }

  @Test(arguments: [
    ("rest:https://host/x", "rest:https://ada:a%2Fb%3A%40%C3%BC@host/x"),
    ("rest:https://host/a:b@c", "rest:https://ada:a%2Fb%3A%40%C3%BC@host/a:b@c"),
    ("rest:https://bob@host/x", "rest:https://bob@host/x"), ("sftp:ada@host:/srv/x", "sftp:ada@host:/srv/x"),
    ("s3:https://host/bucket", "s3:https://host/bucket"), ("rclone:remote:x", "rclone:remote:x"),
  ])
  func aRESTServerGetsTheUserAndThePassword(_ text: String, _ withPassword: String) throws {
    let location = try RepositoryLocation(text, in: "/base")
    #expect(location.folder == nil)
    #expect(location.description == text)
    #expect(location.text(user: nil, password: "x") == text)
    #expect(location.text(user: "ada", password: "a/b:@ü") == withPassword)
  }

  @Test func aLocationHasNoPassword() {
    for text in ["rest:https://ada:secret@host/x", "rest:http://ada:@host/", "swift:x://a:b@c"] {
      #expect { try RepositoryLocation(text, in: "/base") } throws: { error in
        let error = error as? OKitError
        return error?.kind == .usage && error?.message.contains("password") == true
          && error?.message.contains("secret") == false
      }
    }
    #expect(RepositoryLocation.withoutPassword("rest:https://ada:secret@host/x") == "rest:https://ada:***@host/x")
    #expect(RepositoryLocation.withoutPassword("/srv/a:b@c") == "/srv/a:b@c")
  }

  @Test(arguments: [
    "", "local:", "a\nb", "sftp:-oProxyCommand=x:/y", "sftp://ada@-x/y", "sftp:u@-oProxyCommand=x:/a@b",
    "sftp://u@-oProxyCommand=x/a@b", "rclone:--log-file=/x", "~/x",
  ])
  func anUnusableLocationIsRefused(_ text: String) {
    #expect { try RepositoryLocation(text, in: "/base") } throws: { ($0 as? OKitError)?.kind == .usage }
  }
}
