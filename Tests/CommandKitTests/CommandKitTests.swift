import Testing

/// Signals, the locale and descriptors belong to the whole process: one test at a time.
@Suite(.serialized) enum CommandKitTests {}
