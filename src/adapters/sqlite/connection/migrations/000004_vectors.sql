-- Derived, and empty until embeddings are switched on. One vector for each memory, turn and session.
CREATE TABLE vectors (
  type         TEXT NOT NULL,
  id           TEXT NOT NULL,
  model        TEXT NOT NULL,
  dimensions   INTEGER NOT NULL,
  content_hash BLOB NOT NULL,
  embedded_at  TEXT NOT NULL,
  embedding    BLOB NOT NULL, -- one signed byte a dimension, the largest being ±127
  PRIMARY KEY (type, id)
) STRICT;

-- At most one row: the model whose vectors count.
CREATE TABLE vector_model (
  only       INTEGER PRIMARY KEY CHECK (only = 1),
  model      TEXT NOT NULL,
  dimensions INTEGER NOT NULL
) STRICT;

-- A ticket is never given twice, so that whoever worked on an old text cannot tick off a new one.
CREATE TABLE vector_queue (
  ticket INTEGER PRIMARY KEY AUTOINCREMENT,
  row    INTEGER NOT NULL UNIQUE REFERENCES search_documents (row) ON DELETE CASCADE
) STRICT;

CREATE TRIGGER vectors_wait AFTER INSERT ON search_texts WHEN EXISTS (SELECT 1 FROM vector_model)
BEGIN
  INSERT INTO vector_queue (row)
    SELECT row FROM search_documents WHERE row = NEW.row AND type <> 'tool-event';
END;

-- A vector goes with its source, though not with its search document: a rebuilt index finds it again.
CREATE TRIGGER vectors_without_memory AFTER DELETE ON memories
BEGIN
  DELETE FROM vectors WHERE type = 'memory' AND id = OLD.id;
END;

CREATE TRIGGER vectors_without_turn AFTER DELETE ON turns
BEGIN
  DELETE FROM vectors WHERE type = 'turn' AND id = OLD.id;
END;

CREATE TRIGGER vectors_without_session AFTER DELETE ON sessions
BEGIN
  DELETE FROM vectors WHERE type = 'session' AND id = OLD.id;
END;
