-- Two machines that sync through a folder. Folders are hashes of their paths.
CREATE TABLE sync_machine (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  id   TEXT NOT NULL -- of this machine
) STRICT;

-- How far each machine's file was read; of the own file, how far it was written.
CREATE TABLE sync_files (
  folder   TEXT NOT NULL,
  machine  TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (folder, machine)
) STRICT, WITHOUT ROWID;

-- Machines whose memories the user accepts.
CREATE TABLE sync_accepted (
  machine TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- What came from another machine and was not changed here since, so that it is not sent back.
CREATE TABLE sync_received (
  memory_id TEXT PRIMARY KEY,
  machine   TEXT NOT NULL,
  version   INTEGER NOT NULL -- 0 if it was forgotten there
) STRICT, WITHOUT ROWID;
