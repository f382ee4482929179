-- What each person shared first, so that one program that runs wild cannot take what the organisation has.

ALTER TABLE quotas ADD COLUMN per_person bigint CHECK (per_person >= 0);

CREATE TABLE shared_usage_by_person (
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  person_id uuid NOT NULL,
  memories bigint NOT NULL, -- and digests
  removals bigint NOT NULL, -- of what the server never had
  PRIMARY KEY (organisation_id, person_id)
);
SELECT guard_table('shared_usage_by_person', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION count_usage_by_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.type = OLD.kind) = (NEW.type = NEW.kind) AND OLD.creator_id = NEW.creator_id THEN
      RETURN NULL;
    END IF;
    IF OLD.type = OLD.kind THEN
      UPDATE shared_usage_by_person SET memories = memories - 1
      WHERE organisation_id = OLD.organisation_id AND person_id = OLD.creator_id;
    END IF;
  END IF;
  IF NEW.type = NEW.kind OR TG_OP = 'INSERT' THEN
    INSERT INTO shared_usage_by_person AS u (organisation_id, person_id, memories, removals)
    VALUES (NEW.organisation_id, NEW.creator_id, (NEW.type = NEW.kind)::integer,
      (NEW.type <> NEW.kind)::integer)
    ON CONFLICT (organisation_id, person_id) DO UPDATE
    SET memories = u.memories + excluded.memories, removals = u.removals + excluded.removals;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER usage_by_person AFTER INSERT OR UPDATE OF type, creator_id ON shared_memories
  FOR EACH ROW EXECUTE FUNCTION count_usage_by_person();

-- Nobody writes meanwhile: creating a trigger locks its table.
INSERT INTO shared_usage_by_person (organisation_id, person_id, memories, removals)
SELECT organisation_id, creator_id, count(*) FILTER (WHERE type = kind), 0
FROM shared_memories GROUP BY 1, 2;
