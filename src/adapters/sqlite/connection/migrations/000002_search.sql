-- Derived: rebuilt from memories and history. One row for each memory, turn, tool event and session.
CREATE TABLE search_documents (
  row        INTEGER PRIMARY KEY,
  type       TEXT NOT NULL CHECK (type IN ('memory', 'turn', 'tool-event', 'session')),
  id         TEXT NOT NULL,
  scope      TEXT NOT NULL CHECK (scope IN ('global', 'project', 'session', 'agent')),
  scope_id   TEXT NOT NULL,
  project_id TEXT,
  host       TEXT,
  session_id TEXT,
  position   INTEGER,
  branch     TEXT,
  kind       TEXT,
  at         TEXT NOT NULL,
  valid_from TEXT,
  valid_to   TEXT,
  importance REAL,
  pinned     INTEGER NOT NULL DEFAULT 0,
  uses       INTEGER NOT NULL DEFAULT 0,
  stale      INTEGER NOT NULL DEFAULT 0,
  UNIQUE (type, id)
) STRICT;
CREATE INDEX search_documents_by_session ON search_documents (session_id, position);
CREATE INDEX search_documents_by_time ON search_documents (at);

-- Apart from the rows above, which filters read by the thousand.
CREATE TABLE search_texts (
  row   INTEGER PRIMARY KEY REFERENCES search_documents (row) ON DELETE CASCADE,
  terms TEXT NOT NULL,
  files TEXT NOT NULL,
  text  TEXT NOT NULL
) STRICT;

CREATE TABLE search_files (
  path TEXT NOT NULL,
  row  INTEGER NOT NULL REFERENCES search_documents (row) ON DELETE CASCADE,
  PRIMARY KEY (path, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_files_by_row ON search_files (row);

-- Terms come tokenised and separated by spaces; every other ASCII character belongs to a term.
CREATE VIRTUAL TABLE search_index USING fts5 (
  who, title, body, answer, files,
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab (search_index, row);

-- Written with the source, taken off with the document: what the index still lacks.
CREATE TABLE search_pending (
  type TEXT NOT NULL,
  id   TEXT NOT NULL,
  PRIMARY KEY (type, id)
) STRICT, WITHOUT ROWID;
