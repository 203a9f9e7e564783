import CommandKit

/// The help topic on models on HTTP servers, which is also part of the manual.
enum HTTPText {
  static var sections: [ManualSection] {
    [
      ManualSection(
        "",
        .text(
          """
          Models of the kinds http and encrypted-http are stored on a server: with the URL https://example.com/api, model shop is \
          https://example.com/api/shop.json, and its partials and attachments have the same paths as in the data folder.

          With a local copy, made by 'okit remote pull', commands use only that, also without a connection. Without one, a command that \
          reads fetches the model, and an edit fetches it, changes it and sends what changed. If the server refuses the change, nothing is \
          changed; if okit cannot find out whether it arrived, the next okit command that reaches the server sends it. 'okit undo' undoes \
          only changes of a local copy.
          """)),
      ManualSection(
        "Endpoint",
        .text(
          """
          The endpoint is 'endpoint' in okit.json, or else $OKIT_ENDPOINT, or else OKitModelEndpointUrl in an Info.plist beside the app's \
          classes or one folder above. A model in okit.json can have its own. It is a URL, or an object:

              "endpoint": {"url": "https://example.com/api", "preconditions": true}
          """),
        .entries([
          ManualEntry("url", "the URL; without a scheme it is https, or http on this machine"),
          ManualEntry("method", "POST, as apps do, or PUT, as WebDAV servers want it; default: POST"),
          ManualEntry(
            "preconditions",
            "true if the server honors If-Match. Otherwise okit compares the file before and after it sends it, which detects most changes of "
              + "others, but not all, and warns"),
          ManualEntry("limit", "the maximum size of a file that the server may send, such as \"500 MB\""),
        ])),
      ManualSection(
        "Merging",
        .text(
          """
          okit remembers in okit/.remote what the workspace and the server had in common last. Changes of one side are taken over. Entities \
          are matched by their ids, so both sides can add, change and remove different entities and values, and one can reorder them. If \
          both changed the same value, it is a conflict: nothing is changed, and the status is 75, unless --ours or --theirs says whose \
          change counts, or --edit lets you choose in an editor. The other change is then a step of its own in 'okit log'.
          """)),
      ManualSection(
        "Credentials",
        .text(
          """
          A token comes from --token-file, --token-command, $OKIT_TOKEN_FILE or $OKIT_TOKEN_COMMAND. It is sent as a bearer token; with --user \
          NAME as a password; and as it is if it begins with a scheme, such as 'Basic dTpw'. Otherwise the netrc file counts: --netrc-file, \
          or ~/.netrc. Credentials are sent only to the server of the endpoint, and only over https or on this machine. Certificates are \
          always verified; --cacert names those of another authority, and --cert and --key those of the client. Only 'okit remote' has \
          these options; for all commands there are $OKIT_REMOTE_USER, $OKIT_CACERT, $OKIT_CERT and $OKIT_CERT_KEY.
          """)),
      ManualSection(
        "Statuses",
        .text(
          """
          75: the server cannot be reached, fails, or has another version. 77: it refuses the credentials. 74: it cannot prove its identity. \
          78: the endpoint is wrong. okit repeats what is safe to repeat, up to three times. After an interruption or a lost answer, the next \
          command asks the server what has arrived, and sends the rest.
          """)),
    ]
  }
}
