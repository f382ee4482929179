-- Single sign-on: the provider of an organisation, the accounts that people signed in with there, and
-- sign-ins under way. The client's secret is in the server's environment.

CREATE TABLE sign_on_settings (
  organisation_id uuid PRIMARY KEY REFERENCES organisations (id),
  issuer text NOT NULL,
  client_id text NOT NULL,
  secret_variable text NOT NULL,
  label text NOT NULL,
  domains text[] NOT NULL,
  join_role text CHECK (join_role IN ('member', 'reader'))
);
SELECT guard_table('sign_on_settings');

-- An account belongs to the person who first signed in with it, whatever address it has later.
CREATE TABLE sign_on_accounts (
  organisation_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  person_id uuid NOT NULL,
  bound_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, issuer, subject),
  UNIQUE (organisation_id, person_id, issuer),
  FOREIGN KEY (organisation_id, person_id) REFERENCES people
);
SELECT guard_table('sign_on_accounts');

-- Rows belong to no organisation, as those of device_requests.
CREATE TABLE sign_on_attempts (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  secret_hash text NOT NULL,
  for_organisation uuid NOT NULL,
  device_code text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX sign_on_attempts_by_expiry ON sign_on_attempts (organisation_id, expires_at);
SELECT guard_table('sign_on_attempts', 'SELECT, INSERT, DELETE');

-- Where a browser may sign in that is nobody yet: every organisation with single sign-on, or those
-- that take addresses of this domain.
CREATE FUNCTION sign_on_choices(domain text, most integer)
  RETURNS TABLE (organisation uuid, name text, label text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  BEGIN ATOMIC
    SELECT o.id, o.name, s.label FROM sign_on_settings s
    JOIN organisations o ON o.id = s.organisation_id
    WHERE domain IS NULL OR domain = ANY (s.domains)
    ORDER BY o.created_at, o.id LIMIT most;
  END;
REVOKE EXECUTE ON FUNCTION sign_on_choices FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sign_on_choices TO throughline_app;
