import CSystem
@preconcurrency import Glibc

extension Tool {
  /// Runs the program with the arguments it was started with, and ends it.
  public func main() -> Never {
    setlocale(LC_CTYPE, "C.UTF-8")
    Self.fillStandardDescriptors()
    Signals.install()
    let console = Console(tool: name, environment: Console.processEnvironment(except: secretVariables))
    var ending: Ending
    do {
      ending = execute(try RawArguments.decode(okit_argument_count(), okit_argument_values()), console)
    } catch {
      ending = end(after: error, path: [name], console)
    }
    if case .status(let status) = ending {
      do {
        try console.standardOutput.close()
      } catch {
        ending = end(after: error, path: [name], console, status: status)
      }
    }
    switch ending {
    case .status(let status): exit(status)
    case .signal(let signal): Signals.end(by: signal)
    }
  }

  /// Runs a command line on a console and returns the status; 128 and its number after a signal.
  func run(arguments: [String], console: Console) -> Int32 {
    switch execute(arguments, console) {
    case .status(let status): status
    case .signal(let signal): 128 + signal
    }
  }

  // A file that is opened where a standard descriptor was closed would get what is meant for that stream.
  private static func fillStandardDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // Opened for the wrong direction, so that using the stream is still an error.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
