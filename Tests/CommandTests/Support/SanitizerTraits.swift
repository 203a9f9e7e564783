import TestSupport
import Testing

/// Conditions of tests that a sanitizer disturbs.
extension Trait where Self == ConditionTrait {
  /// The test counts system calls.
  static var makesNoOtherCalls: Self {
    .enabled(if: !ChildProcess.Limits.isSanitized, "a sanitizer makes other calls")
  }

  /// The test limits the size of the files that okit may write.
  static var canLimitFiles: Self {
    .enabled(
      if: !ChildProcess.Limits.isThreadSanitized, "the thread sanitizer maps files that are larger than the limit")
  }
}
