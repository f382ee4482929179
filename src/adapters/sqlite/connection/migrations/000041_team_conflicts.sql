-- Changes of this machine that lost to another one on the team server. The words wait as a proposal; the
-- server is told once it is decided.
CREATE TABLE team_conflicts (
  id           TEXT PRIMARY KEY, -- the server's
  project      TEXT NOT NULL,
  memory_id    TEXT NOT NULL,
  proposal_key TEXT NOT NULL
) STRICT, WITHOUT ROWID;
