import OKitStorage
import Testing

@testable import Restic

struct ResticFailureTests {
  /// Messages of restic and its backends about a snapshot that must not be removed.
  @Test(
    arguments: [
      (
        "Remove(<snapshot/448e1f27b7>) returned error, retrying after 552.330144ms: blob not removed, server response: 403 Forbidden (403)\n",
        ["448e1f27b7"], true
      ),
      (
        "Remove(<snapshot/448e1f27b7>) returned error, retrying after 1s: client.RemoveObject: Access Denied.\n",
        ["448e1f27b7"], true
      ),
      (
        "a\nRemove(<snapshot/aa>) failed: unexpected HTTP response (403): 403 Forbidden\nRemove(<snapshot/bb>) failed: unexpected HTTP response (403): 403 Forbidden\n",
        ["aa", "bb"], false
      ),
      (#"{"message_type":"error","error":{"message":"Remove(<snapshot/aa>) failed: Access Denied."}}"#, ["aa"], false),
      ("Remove(<lock/448e1f27b7>) returned error, retrying after 1s: 403 Forbidden\n", [], false),
      ("Remove(<snapshot/448e1f27b7>) returned error, retrying after 1s: unexpected HTTP response (500)\n", [], false),
      ("Save(<snapshot/448e1f27b7>) returned error, retrying after 1s: 403 Forbidden\n", [], false),
    ] as [(String, [String], Bool)])
  func refusedRemovalsAreFound(_ text: String, _ ids: [String], _ areRepeated: Bool) {
    let refused = ResticFailure.RefusedRemovals(in: text)
    #expect(refused.ids == ids && refused.areRepeated == areRepeated)
  }

  /// Texts that restic 0.14 and its backends print.
  @Test func aKilledProgramSaysNothing() {
    let error = ResticFailure.error("", status: -1, in: "r")
    #expect(error.kind == .inputOutput && error.message == "restic was killed while it used r")
  }

  @Test func theProblemsOfARepositoryAreListed() {
    let text = "pack ab: not found\nPack ID does not match, want cd\nFatal: repository contains errors\n"
    #expect(ResticFailure.problems(text) == ["pack ab: not found", "Pack ID does not match, want cd"])
    #expect(ResticFailure.problems("Fatal: repository contains errors\n") == ["repository contains errors"])
    #expect(ResticFailure.problems("Fatal: wrong password or no key found\n") == [])
  }

  @Test(
    arguments: [
      ("Fatal: wrong password or no key found\n", .locked, "wrong password for the repository r"),
      (
        "Fatal: unable to open config file: stat /r/config: no such file or directory\nIs there a repository at the following location?\n/r\n",
        .notFound, "no restic repository at r"
      ),
      (
        "unable to create lock in backend: repository is already locked by PID 7406 on vm by root (UID 0, GID 0)\nlock was created at 2026-11-25 19:01:03 (1.3s ago)\n",
        .busy, "the repository r is locked by another restic"
      ),
      (
        "Fatal: unable to open config file: client.Head: Head \"http://127.0.0.1:9/config\": dial tcp 127.0.0.1:9: connect: connection refused\nIs there a repository at the following location?\nrest:http://127.0.0.1:9/\n",
        .unreachable,
        "restic failed with r: unable to open config file: client.Head: Head \"http://127.0.0.1:9/config\": dial tcp 127.0.0.1:9: connect: connection refused"
      ),
      (
        "subprocess ssh: ssh: connect to host 127.0.0.1 port 22: Connection refused\nFatal: unable to open repository at sftp:root@127.0.0.1:/x: unable to start the sftp session, error: EOF\n",
        .unreachable,
        "restic failed with r: ssh: connect to host 127.0.0.1 port 22: Connection refused"
      ),
      (
        "Fatal: create repository at /r failed: config file already exists\n", .exists,
        "r already is a restic repository"
      ),
      (
        "Fatal: unable to save snapshot: write /r/data/ab: no space left on device\n", .inputOutput,
        "restic failed with r: unable to save snapshot: write /r/data/ab: no space left on device"
      ),
      ("something\u{1B}[2J new\n\n", .inputOutput, "restic failed with r: something\\u{1b}[2J new"),
      (
        "Fatal: unable to open config file: unexpected HTTP response (401): 401 Unauthorized\nIs there a repository at the following location?\nrest:x\n",
        .locked, "restic failed with r: unable to open config file: unexpected HTTP response (401): 401 Unauthorized"
      ),
      (
        #"{"message_type":"exit_error","code":1,"message":"Fatal: unable to save snapshot: no space left on device"}"#,
        .inputOutput, "restic failed with r: unable to save snapshot: no space left on device"
      ),
      (
        "subprocess ssh: ada@host: Permission denied (publickey).\nFatal: unable to start the sftp session, error: EOF\n",
        .locked, "restic failed with r: ada@host: Permission denied (publickey)."
      ),
      (
        "Load(<data/ab>, 0, 0) returned error, retrying after 552ms: unexpected EOF\ncannot dump file: unexpected EOF\n",
        .malformed, "restic failed with r: cannot dump file: unexpected EOF"
      ),
      (
        "Fatal: error starting rclone: exec: \"rclone\": executable file not found in $PATH\n", .unsupported,
        "restic failed with r: error starting rclone: exec: \"rclone\": executable file not found in $PATH"
      ),
      (
        "error while unlocking: dial tcp 127.0.0.1:9: connect: connection refusedFatal: unable to save snapshot: EOF\n",
        .unreachable, "restic failed with r: unable to save snapshot: EOF"
      ),
      ("Fatal: repository contains errors\n", .malformed, "restic failed with r: repository contains errors"),
      (
        "Pack ID does not match, want ab, got cd\nFatal: repository contains errors\n", .malformed,
        "restic failed with r: Pack ID does not match, want ab, got cd"
      ),
      (
        "Fatal: unable to create lock in backend: open /r/locks: read-only file system\n", .inputOutput,
        "restic failed with r: unable to create lock in backend: open /r/locks: read-only file system"
      ),
      (
        "error in cleanup handler: ssh command exited: exit status 255\nrepository 1 opened\n", .unreachable,
        "restic failed with r: repository 1 opened"
      ),
      (
        "unable to open cache: mkdir /c: read-only file system\nunable to create lock in backend: open /r/locks/1: read-only file system\n",
        .inputOutput,
        "restic failed with r: unable to create lock in backend: open /r/locks/1: read-only file system"
      ),
      ("", .inputOutput, "restic failed with r: it says nothing"),
    ] as [(String, OKitError.Kind, String)])
  func theReasonIsFound(_ text: String, _ kind: OKitError.Kind, _ message: String) {
    let error = ResticFailure.error(text, in: "r")
    #expect(error.kind == kind)
    #expect(error.message == message)
  }

  /// The statuses of restic 0.17 and newer say more than its words.
  @Test(arguments: [(10, .notFound), (11, .busy), (12, .locked), (1, .inputOutput)] as [(Int32, OKitError.Kind)])
  func newerVersionsHaveStatuses(_ status: Int32, _ kind: OKitError.Kind) {
    #expect(ResticFailure.error("Fatal: something new", status: status, in: "r").kind == kind)
  }
}
