enum ArchivesPlaceholder {}
