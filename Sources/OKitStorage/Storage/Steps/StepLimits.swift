/// The limits of a workspace's history. The oldest steps are removed first.
package struct StepLimits: Equatable, Sendable {
  /// The maximum number of steps; 0 keeps no history.
  package var steps: Int
  /// The maximum size of the kept files in bytes; 0 keeps no history.
  package var size: Int64
  /// The maximum age in seconds; 0 keeps no history.
  package var age: Int64

  package init(steps: Int, size: Int64, age: Int64) {
    self.steps = steps
    self.size = size
    self.age = age
  }

  /// True if changes are recorded.
  package var recordsSteps: Bool { steps > 0 && size > 0 && age > 0 }

  /// Returns the numbers of the steps that exceed the limits at the time `now`, in seconds since 1970.
  package func exceeded(by steps: [StepHeader], now: Int64) -> Set<Int> {
    guard recordsSteps else { return Set(steps.map(\.number)) }
    var size: Int64 = 0
    var count = 0
    var old: Set<Int> = []
    for step in steps.sorted(by: { $0.number > $1.number }) {
      let (total, overflows) = size.addingReportingOverflow(step.size)
      let isKept = old.isEmpty && count < self.steps && !overflows && total <= self.size && now - step.time <= age
      if isKept {
        count += 1
        size = total
      } else {
        old.insert(step.number)
      }
    }
    return old
  }
}
