-- People of an organisation, what they sign in with, and what they did. Secrets are kept as hashes.

CREATE TABLE people (
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'reader')),
  joined_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX people_by_email ON people (organisation_id, email) WHERE removed_at IS NULL;
SELECT guard_table('people', 'SELECT, INSERT, UPDATE');

-- Links that work once: to join, or, with a person, to sign in.
CREATE TABLE invitations (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  code_hash text NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'reader')),
  person_id uuid,
  invited_by uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, person_id) REFERENCES people,
  FOREIGN KEY (organisation_id, invited_by) REFERENCES people
);
CREATE INDEX open_invitations ON invitations (organisation_id, expires_at)
  WHERE used_at IS NULL AND revoked_at IS NULL;
SELECT guard_table('invitations', 'SELECT, INSERT, UPDATE');

CREATE TABLE tokens (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('machine', 'browser')),
  name text NOT NULL,
  hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, person_id) REFERENCES people
);
CREATE INDEX tokens_by_person ON tokens (organisation_id, person_id) WHERE revoked_at IS NULL;
SELECT guard_table('tokens', 'SELECT, INSERT, UPDATE');

CREATE TABLE api_keys (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  hash text NOT NULL,
  former_hash text,
  former_until timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, person_id) REFERENCES people
);
CREATE INDEX api_keys_by_person ON api_keys (organisation_id, person_id) WHERE revoked_at IS NULL;
SELECT guard_table('api_keys', 'SELECT, INSERT, UPDATE');

-- The application can add entries, and neither change nor delete them.
CREATE TABLE audit (
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  number bigint NOT NULL,
  at timestamptz NOT NULL,
  action text NOT NULL,
  person_id uuid,
  subject text,
  facts jsonb NOT NULL,
  request_id text,
  PRIMARY KEY (organisation_id, number),
  FOREIGN KEY (organisation_id, person_id) REFERENCES people
);
SELECT guard_table('audit', 'SELECT, INSERT');

-- Rows of the next two tables that belong to no organisation have the id 00000000-….

-- Machines that ask to be signed in.
CREATE TABLE device_requests (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  code_hash text NOT NULL,
  user_code_hash text NOT NULL,
  machine text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'denied', 'taken')),
  approved_organisation uuid,
  approved_by uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  interval_seconds integer NOT NULL,
  polled_at timestamptz,
  PRIMARY KEY (organisation_id, id)
);
CREATE UNIQUE INDEX device_requests_by_user_code ON device_requests (organisation_id, user_code_hash);
CREATE INDEX device_requests_by_expiry ON device_requests (organisation_id, expires_at);
SELECT guard_table('device_requests');

-- Requests in a window of time, for limits.
CREATE TABLE request_counts (
  organisation_id uuid NOT NULL,
  subject text NOT NULL,
  since timestamptz NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (organisation_id, subject, since)
);
CREATE INDEX request_counts_by_age ON request_counts (organisation_id, since);
SELECT guard_table('request_counts');
