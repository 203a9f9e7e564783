import Glibc
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

@Suite struct WorkspaceProgramTests {
  /// Records the programs that it is asked to run.
  private final class Recorder: ProgramRunner {
    var requests: [ProgramRequest] = []
    var outcome = ProgramOutcome(.status(0))
    var whileRunning: () throws -> Void = {}

    func run(_ request: ProgramRequest) throws -> ProgramOutcome {
      requests.append(request)
      try whileRunning()
      return outcome
    }
  }

  private let scene: Scene

  init() throws {
    scene = try Scene.empty()
    for path in [scene.root, scene.root + "/okit"] { try Files.setMode(0o755, path) }
  }

  private func make(_ path: String) throws {
    let path = scene.root + "/okit/" + path
    try Files.write("#!/bin/sh\n", to: path)
    try Files.setMode(0o755, path)
    try Files.setMode(0o755, FilePath(text: path).parent.text)
  }

  private func program(_ name: String) throws -> WorkspaceProgram? {
    try WorkspaceProgram(name, .function, in: scene.workspace())
  }

  @Test func programsAreFoundByOneSafeName() throws {
    try make("functions/f")
    try make("functions/.hidden")
    #expect(try program("f")?.executable == FilePath("\(scene.root)/okit/functions/f").resolved)
    for name in ["g", "", ".", "..", ".hidden", "../functions/f", "f/", "f\0", String(repeating: "f", count: 256)] {
      #expect(try program(name) == nil, "\(name)")
    }
    #expect(try WorkspaceProgram.names(.function, in: scene.workspace()) == ["f"])
    #expect(try WorkspaceProgram.names(.hook, in: scene.workspace()) == [])
  }

  @Test(arguments: ["", "/okit", "/okit/functions", "/okit/functions/f"], [0o775, 0o757, 0o777] as [mode_t])
  func programsThatOthersCanWriteAreRefused(_ place: String, _ mode: mode_t) throws {
    try make("functions/f")
    try Files.setMode(mode, scene.root + place)
    let error = try #require(throws: OKitError.self) { try program("f") }
    #expect(error.kind == .configuration && error.message.contains("others can write to \(scene.root + place)"))
  }

  @Test(arguments: [0o775, 0o757] as [mode_t])
  func foldersAboveThatOthersCanWriteAreRefusedUnlessSticky(_ mode: mode_t) throws {
    try make("functions/f")
    try Files.setMode(mode, scene.folder)
    let error = try #require(throws: OKitError.self) { try program("f") }
    #expect(error.kind == .configuration && error.message.contains("others can write to \(scene.folder)"))
    try Files.setMode(mode | S_ISVTX, scene.folder)
    #expect(try program("f") != nil)
    // A sticky folder in the workspace gives no protection: anybody could add a program to it.
    try Files.setMode(mode | S_ISVTX, scene.root + "/okit/functions")
    #expect(throws: OKitError.self) { try program("f") }
  }

  @Test func programsAreCheckedAgainBeforeTheyStart() throws {
    for name in ["before-backup", "after-backup"] { try make("hooks/\(name)") }
    let observer = RecordingObserver()
    let workspace = try scene.workspace(observer: observer)
    let recorder = Recorder()
    workspace.programs = .all(recorder)
    let (hooks, swapped) = (scene.root + "/okit/hooks", scene.folder + "/swapped")
    // While the hook before the backup runs, a user with access to a folder above replaces the folder of the hooks.
    recorder.whileRunning = {
      try Files.move(hooks, to: swapped)
      try self.make("hooks/after-backup")
      try Files.setMode(0o777, hooks)
    }
    _ = try BackupCreation(workspace).create(
      "b", format: .directory, to: .folder(nil), asStored: true, protection: .none)
    #expect(recorder.requests.map { $0.variables["OKIT_HOOK"] } == ["before-backup"])
    #expect(Files.exists(scene.backups + "/b"))
    #expect(observer.warnings.contains { $0.contains("is not allowed to run: others can write to \(hooks)") })
  }

  @Test func hooksHaveTheConfiguredTimeout() throws {
    try make("hooks/before-backup")
    let text = try Files.text(scene.root + "/okit/okit.json")
    for (value, limit) in [("null", nil), (#"{"timeout": 1.5}"#, Duration.milliseconds(1500)), ("{}", nil)] {
      let hooks = value == "null" ? "" : #""hooks": \#(value), "#
      try Files.write(
        text.replacing("\"version\"", with: hooks + "\"version\"", maxReplacements: 1),
        to: scene.root + "/okit/okit.json")
      let workspace = try scene.workspace()
      let recorder = Recorder()
      workspace.programs = .all(recorder)
      recorder.outcome = ProgramOutcome(.timedOut)
      let error = try #require(throws: OKitError.self) {
        try BackupCreation(workspace).create(
          "b", format: .directory, to: .folder(nil), asStored: true, protection: .none)
      }
      #expect(error.kind == .busy && error.message.contains("hooks.timeout"))
      #expect(recorder.requests.map(\.timeLimit) == [limit])
    }
    for wrong in ["[]", #"{"timeout": 0}"#, #"{"timeout": -1}"#, #"{"timeout": "30s"}"#, #"{"timeout": 1e400}"#] {
      try Files.write(
        text.replacing("\"version\"", with: #""hooks": \#(wrong), "version""#, maxReplacements: 1),
        to: scene.root + "/okit/okit.json")
      #expect(throws: OKitError.self, "\(wrong)") { try scene.workspace() }
    }
  }

  @Test func hooksRunAroundStepsButNotInADryRun() throws {
    for event in HookEvent.allCases { try make("hooks/\(event.rawValue)") }
    let workspace = try scene.workspace()
    let recorder = Recorder()
    workspace.programs = .all(recorder)
    let creation = BackupCreation(workspace)
    func create(dryRun: Bool) throws {
      let workspace = try scene.workspace(dryRun: dryRun)
      workspace.programs = .all(recorder)
      _ = try BackupCreation(workspace).create(
        "b", format: .directory, to: .folder(nil), asStored: true, protection: .none)
    }
    try create(dryRun: true)
    #expect(recorder.requests == [])
    try create(dryRun: false)
    #expect(recorder.requests.map { $0.variables["OKIT_HOOK"] } == ["before-backup", "after-backup"])
    recorder.outcome = ProgramOutcome(.status(1))
    let error = try #require(throws: OKitError.self) {
      try creation.create(
        "c", format: .directory, to: .folder(nil), asStored: true, protection: .none)
    }
    #expect(error.kind == .busy && !Files.exists(scene.backups + "/c"))
    workspace.programs = .none
    try Files.setMode(0o777, scene.root + "/okit/hooks/before-backup")
    _ = try creation.create(
      "d", format: .directory, to: .folder(nil), asStored: true, protection: .none)
    #expect(recorder.requests.count == 3)
  }
}
