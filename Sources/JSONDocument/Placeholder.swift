enum JSONDocumentPlaceholder {}
