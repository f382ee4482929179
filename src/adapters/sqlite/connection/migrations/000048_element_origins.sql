-- Where what an agent can use first appeared: 0 typed by the user, 1 in the project, 2 in text from
-- outside, 3 ordered there. Keys are parts of hashes.
CREATE TABLE element_origins (
  key INTEGER PRIMARY KEY,
  origin INTEGER NOT NULL
) STRICT;
