-- breaks older versions: the index of recall, smaller and quicker to read. It is filled from what is
-- shared. The former one goes at once, because nobody would remove from it what is forgotten.

DROP FUNCTION search_pool;
DROP TABLE search_texts, search_files, search_documents, search_terms, search_totals;

CREATE TABLE recall_documents (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  memory_id       uuid NOT NULL,
  project_id      uuid NOT NULL,
  version         bigint NOT NULL, -- of the memory that it was made from
  number          bigint GENERATED ALWAYS AS IDENTITY, -- the order of documents that match equally well
  at              timestamptz NOT NULL,
  valid_from      timestamptz,
  valid_to        timestamptz,
  length          integer NOT NULL, -- terms, each once a field
  kind            text COLLATE "C",
  host            text COLLATE "C",
  files           text COLLATE "C", -- a line each
  hashes          integer[] NOT NULL, -- of the terms together with the organisation, without stop words
  strengths       bytea NOT NULL, -- a byte for each hash: twice the weight of the fields that have it
  terms           text NOT NULL, -- as ranking reads them
  PRIMARY KEY (organisation_id, memory_id)
);
CREATE INDEX recall_documents_by_time ON recall_documents (organisation_id, at);
-- Without a pending list, which every search would read.
CREATE INDEX recall_documents_by_term ON recall_documents USING gin (hashes) WITH (fastupdate = off);
SELECT guard_table('recall_documents');

-- The vocabulary, and how many documents have each term. Room in each page lets counts change in place.
CREATE TABLE recall_terms (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  term            text COLLATE "C" NOT NULL,
  documents       integer NOT NULL,
  PRIMARY KEY (organisation_id, term)
) WITH (fillfactor = 93);
SELECT guard_table('recall_terms');

CREATE TABLE recall_totals (
  organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE,
  documents       bigint NOT NULL,
  length          bigint NOT NULL
);
SELECT guard_table('recall_totals');

-- Whether a document is asked for. NULL asks for all.
CREATE FUNCTION recall_passes(d recall_documents, projects uuid[], kinds text[], from_host text,
    since timestamptz, until timestamptz, valid_at timestamptz, valid_now timestamptz, file text)
  RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN (projects IS NULL OR d.project_id = ANY (projects))
    AND (kinds IS NULL OR d.kind = ANY (kinds))
    AND (from_host IS NULL OR d.host = from_host)
    AND (since IS NULL OR d.at >= since)
    AND (until IS NULL OR d.at < until)
    AND (valid_at IS NULL OR ((d.valid_from IS NULL OR d.valid_from <= valid_at)
      AND (d.valid_to IS NULL OR d.valid_to > valid_at)))
    -- Written later than that, by a clock that was ahead, it is as it was when it was written.
    AND (valid_now IS NULL OR ((d.valid_from IS NULL OR d.valid_from <= greatest(valid_now, d.at))
      AND (d.valid_to IS NULL OR d.valid_to > greatest(valid_now, d.at))))
    -- A path, or the end of one from a folder on.
    AND (file IS NULL OR strpos(E'\n' || d.files || E'\n', E'\n' || file || E'\n') > 0
      OR strpos(d.files || E'\n', '/' || file || E'\n') > 0);

-- The best documents with any of the terms, or with terms that begin like this: scored by the BM25 that
-- SQLite's full text search computes for the same documents. Documents with rare terms are read first;
-- if they are five times as many as asked for, the long lists of frequent terms are not read.
-- Runs as the owner, because row level security would keep PostgreSQL from using the index of terms: its
-- operators may leak what they compare. That is why it checks the organisation.
CREATE FUNCTION recall_pool(organisation uuid, wanted text[], wanted_hashes integer[],
    beginnings text[], most integer, projects uuid[], kinds text[], from_host text,
    since timestamptz, until timestamptz, valid_at timestamptz, valid_now timestamptz, file text)
  RETURNS TABLE (memory_id uuid, score double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 150
  SET search_path = public, pg_temp
  SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off
  SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  is_filtered boolean := num_nonnulls(projects, kinds, from_host, since, until, valid_at, valid_now,
    file) > 0;
  total double precision;
  mean_length double precision;
  wanted_terms integer[]; -- by weight, as the next two
  weights double precision[];
  counts integer[];
  used integer := 1;
  all_terms integer;
  postings bigint;
  ids uuid[];
  scores double precision[];
BEGIN
  IF organisation IS DISTINCT FROM current_organisation() THEN
    RAISE insufficient_privilege USING MESSAGE = 'another organisation';
  END IF;
  SELECT t.documents, t.length::float8 / greatest(t.documents, 1) INTO total, mean_length
    FROM recall_totals AS t WHERE t.organisation_id = organisation;
  SELECT array_agg(f.hash ORDER BY f.weight DESC, f.hash),
      array_agg(f.weight ORDER BY f.weight DESC, f.hash),
      array_agg(f.documents ORDER BY f.weight DESC, f.hash)
    INTO wanted_terms, weights, counts
    FROM (
      SELECT found.hash, found.documents, greatest(1e-6::float8,
        ln(greatest(1e-9::float8, total - found.common + 0.5::float8) / (found.common + 0.5::float8)))
        AS weight
      FROM (
        SELECT given.hash, t.documents, t.documents::float8 AS common
        FROM unnest(wanted, wanted_hashes) AS given (term, hash)
        JOIN recall_terms AS t ON t.organisation_id = organisation
          AND t.term = given.term COLLATE "C"
        UNION ALL
        -- A beginning weighs as all its terms together. More than 200 of them say little.
        SELECT ('x' || encode(substr(sha256(convert_to(organisation || ' ' || longer.term, 'UTF8')),
            1, 4), 'hex'))::bit(32)::integer,
          longer.documents, (sum(longer.documents) OVER (PARTITION BY b.beginning))::float8
        FROM unnest(beginnings) AS b (beginning) CROSS JOIN LATERAL (
          SELECT t.term, t.documents FROM recall_terms AS t
          WHERE t.organisation_id = organisation AND t.term >= b.beginning COLLATE "C"
          AND t.term < b.beginning COLLATE "C" || U&'\+10FFFF'
          ORDER BY t.documents DESC LIMIT 200) AS longer) AS found) AS f;
  all_terms := coalesce(cardinality(wanted_terms), 0);
  IF all_terms = 0 THEN RETURN; END IF;
  postings := counts[1];
  WHILE used < all_terms AND postings < 5 * most LOOP
    used := used + 1;
    postings := postings + counts[used];
  END LOOP;
  LOOP
    SELECT array_agg(best.memory_id ORDER BY best.place), array_agg(best.score ORDER BY best.place)
      INTO ids, scores
      FROM (
        SELECT d.memory_id, s.score, row_number() OVER (
          ORDER BY s.score DESC, CASE WHEN is_filtered THEN d.memory_id END, d.number) AS place
        FROM recall_documents AS d CROSS JOIN LATERAL (
          SELECT sum(w.weight * 2.2::float8 * f.strength
            / (f.strength + 0.3::float8 + 0.9::float8 * d.length / mean_length)) AS score
          FROM unnest(wanted_terms, weights) AS w (hash, weight) CROSS JOIN LATERAL (
            SELECT get_byte(d.strengths, array_position(d.hashes, w.hash) - 1) / 2::float8
              AS strength) AS f) AS s
        WHERE d.hashes && wanted_terms[1:used]
          -- Not looked up: hashes of other organisations differ.
          AND (d.organisation_id = organisation) IS TRUE
          AND recall_passes(d, projects, kinds, from_host, since, until, valid_at, valid_now, file)
        ORDER BY place LIMIT most) AS best;
    -- The filter may have left too few.
    EXIT WHEN used = all_terms OR cardinality(ids) = most;
    used := all_terms;
  END LOOP;
  RETURN QUERY SELECT * FROM unnest(ids, scores);
END $$;
REVOKE EXECUTE ON FUNCTION recall_pool FROM PUBLIC;
GRANT EXECUTE ON FUNCTION recall_pool TO throughline_app;

-- One index finds a memory in every project, and one the changes after a number: a pull follows the
-- organisation's, since only the first of a small project in a large organisation reads many others.
ALTER TABLE shared_memories DROP CONSTRAINT shared_memories_pkey,
  ADD PRIMARY KEY (organisation_id, id, project_id);
DROP INDEX shared_memories_by_id, shared_memories_by_change, shared_memories_alive,
  shared_memories_by_content;
ALTER TABLE shared_memories
  ALTER COLUMN content_hash TYPE bytea USING decode(content_hash, 'hex');
CREATE INDEX shared_memories_by_content ON shared_memories USING hash (content_hash);

-- An organisation's answers are few enough to be read once a day.
DROP INDEX sync_answers_by_age;
