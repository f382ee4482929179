-- The tables of the store. Every row belongs to an organisation, whose id leads every key.

CREATE TABLE organisations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The number of its last change. Whoever writes locks this row, so the numbers have no gaps.
  sequence bigint NOT NULL DEFAULT 0
);

-- The organisation that this transaction may see; NULL sees nothing.
CREATE FUNCTION current_organisation() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('throughline.organisation', true), '')::uuid;

-- Shows the application only the rows of the current organisation. For every table with an
-- organisation_id. The owner's SECURITY DEFINER functions see all rows, so each checks by itself.
CREATE FUNCTION guard_table(name regclass, privileges text DEFAULT 'SELECT, INSERT, UPDATE, DELETE')
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY own_organisation ON %s
    USING (organisation_id = current_organisation())', name);
  EXECUTE format('GRANT %s ON %s TO throughline_app', privileges, name);
END $$;
REVOKE EXECUTE ON FUNCTION guard_table FROM PUBLIC;

ALTER TABLE organisations ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_organisation ON organisations USING (id = current_organisation());
GRANT SELECT, INSERT, UPDATE ON organisations TO throughline_app;
