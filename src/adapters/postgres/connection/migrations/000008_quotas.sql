-- How much an organisation may have, where that is not the default, and how much it shares.

CREATE TABLE quotas (
  organisation_id uuid PRIMARY KEY REFERENCES organisations (id),
  memories bigint CHECK (memories >= 0),
  bytes bigint CHECK (bytes >= 0),
  members bigint CHECK (members >= 0),
  keys bigint CHECK (keys >= 0)
);
SELECT guard_table('quotas');

-- Kept by triggers, so that it is right whichever version of the server writes.
CREATE TABLE shared_usage (
  organisation_id uuid PRIMARY KEY REFERENCES organisations (id),
  memories bigint NOT NULL,
  bytes bigint NOT NULL
);
SELECT guard_table('shared_usage', 'SELECT, INSERT, UPDATE');

-- Of tables with a column "text". Former versions and conflicts count as bytes, not as memories.
CREATE FUNCTION count_usage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose uuid;
  more bigint := 0;
  size bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.text IS NOT NULL THEN
    more := 1;
    size := octet_length(NEW.text::text);
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.text IS NOT NULL THEN
    more := more - 1;
    size := size - octet_length(OLD.text::text);
  END IF;
  IF TG_OP = 'DELETE' THEN whose := OLD.organisation_id; ELSE whose := NEW.organisation_id; END IF;
  IF TG_TABLE_NAME <> 'shared_memories' THEN more := 0; END IF;
  IF more <> 0 OR size <> 0 THEN
    INSERT INTO shared_usage AS u (organisation_id, memories, bytes) VALUES (whose, more, size)
    ON CONFLICT (organisation_id)
    DO UPDATE SET memories = u.memories + excluded.memories, bytes = u.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER usage AFTER INSERT OR UPDATE OF text OR DELETE ON shared_memories
  FOR EACH ROW EXECUTE FUNCTION count_usage();
CREATE TRIGGER usage AFTER INSERT OR DELETE ON shared_revisions
  FOR EACH ROW EXECUTE FUNCTION count_usage();
CREATE TRIGGER usage AFTER INSERT OR DELETE ON sync_conflicts
  FOR EACH ROW EXECUTE FUNCTION count_usage();

-- Nobody writes meanwhile: creating a trigger locks its table.
INSERT INTO shared_usage (organisation_id, memories, bytes)
SELECT organisation_id, sum(memories), sum(bytes) FROM (
  SELECT organisation_id, count(*) AS memories, sum(octet_length(text::text)) AS bytes
    FROM shared_memories WHERE text IS NOT NULL GROUP BY 1
  UNION ALL
  SELECT organisation_id, 0, sum(octet_length(text::text)) FROM shared_revisions GROUP BY 1
  UNION ALL
  SELECT organisation_id, 0, sum(octet_length(text::text)) FROM sync_conflicts GROUP BY 1
) AS counted GROUP BY 1;
