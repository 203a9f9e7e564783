import Testing

/// Serialized, since signals, the locale and descriptors belong to the whole process.
@Suite(.serialized) enum CommandKitTests {}
