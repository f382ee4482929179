-- How large the database was when a day was last looked at.
CREATE TABLE database_sizes (
  day   TEXT PRIMARY KEY, -- a date where the user was
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
