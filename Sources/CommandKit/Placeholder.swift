enum CommandKitPlaceholder {}
