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

CREATE TABLE projects (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  identity        text COLLATE "C" NOT NULL,
  name            text NOT NULL,
  root            text,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, identity)
);
SELECT guard_table('projects');

-- Every other identity a project was ever known by.
CREATE TABLE project_aliases (
  organisation_id uuid NOT NULL,
  identity        text COLLATE "C" NOT NULL,
  project_id      text COLLATE "C" NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, identity),
  FOREIGN KEY (organisation_id, project_id) REFERENCES projects ON DELETE CASCADE
);
CREATE INDEX project_aliases_by_project ON project_aliases (organisation_id, project_id);
SELECT guard_table('project_aliases');

-- Commits by which a folder that says it is a project is known to share its history.
CREATE TABLE project_commits (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  project_id      text COLLATE "C" NOT NULL,
  commit_id       text COLLATE "C" NOT NULL,
  added           bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (organisation_id, project_id, commit_id)
);
SELECT guard_table('project_commits');

-- Projects that became part of another, and what was theirs, so that they can be taken out again.
CREATE TABLE project_merges (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  project_id      text COLLATE "C" NOT NULL,
  identity        text COLLATE "C" NOT NULL,
  name            text NOT NULL,
  root            text,
  created_at      timestamptz NOT NULL,
  into_id         text COLLATE "C" NOT NULL, -- may be part of another itself by now
  at              timestamptz NOT NULL,
  moved           jsonb NOT NULL, -- aliases, ids of rows, versions of memories
  added           bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (organisation_id, project_id)
);
CREATE INDEX project_merges_by_target ON project_merges (organisation_id, into_id);
SELECT guard_table('project_merges');

-- Sessions that memories were learned in: who and where, nothing of what was said.
CREATE TABLE sessions (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  host            text NOT NULL,
  project_id      text COLLATE "C",
  started_at      timestamptz NOT NULL,
  last_event_at   timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX sessions_by_project ON sessions (organisation_id, project_id, last_event_at);
SELECT guard_table('sessions');

-- Which session a turn or tool event that a memory names as its source belongs to.
CREATE TABLE session_parts (
  organisation_id uuid NOT NULL,
  type            text NOT NULL CHECK (type IN ('turn', 'tool-event')),
  id              text COLLATE "C" NOT NULL,
  session_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, type, id),
  FOREIGN KEY (organisation_id, session_id) REFERENCES sessions ON DELETE CASCADE
);
CREATE INDEX session_parts_by_session ON session_parts (organisation_id, session_id);
SELECT guard_table('session_parts');

-- Durable statements. '' stands for "none" where a column is part of a unique index.
CREATE TABLE memories (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  scope           text COLLATE "C" NOT NULL CHECK (scope IN ('global', 'project', 'session', 'agent')),
  scope_id        text COLLATE "C" NOT NULL CHECK ((scope = 'global') = (scope_id = '')),
  key             text COLLATE "C" NOT NULL DEFAULT '',
  kind            text COLLATE "C" NOT NULL,
  content         text NOT NULL,
  content_hash    bytea NOT NULL,
  tags            jsonb NOT NULL DEFAULT '[]',
  keywords        jsonb NOT NULL DEFAULT '[]',
  importance      double precision NOT NULL CHECK (importance BETWEEN 0 AND 1),
  source          text NOT NULL,
  trust           text NOT NULL,
  standing        text COLLATE "C" NOT NULL CHECK (standing IN ('candidate', 'memory')),
  confirmation    text,
  confirmed_at    timestamptz,
  host            text,
  author_id       text COLLATE "C",
  author_name     text,
  pinned          boolean NOT NULL DEFAULT false,
  valid_from      timestamptz NOT NULL,
  valid_to        timestamptz,
  superseded_by   text COLLATE "C",
  use_count       integer NOT NULL DEFAULT 0,
  last_used_at    timestamptz,
  files           jsonb NOT NULL DEFAULT '[]',
  git_commit      text,
  version         integer NOT NULL DEFAULT 1,
  version_from    timestamptz NOT NULL, -- when this version began to hold
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, superseded_by) REFERENCES memories
    ON DELETE SET NULL (superseded_by) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX memories_by_key ON memories (organisation_id, scope, scope_id, key)
  WHERE key <> '' AND valid_to IS NULL;
CREATE UNIQUE INDEX memories_by_content ON memories (organisation_id, scope, scope_id, content_hash)
  WHERE key = '' AND valid_to IS NULL;
CREATE INDEX memories_with_key_by_content
  ON memories (organisation_id, scope, scope_id, content_hash) WHERE key <> '' AND valid_to IS NULL;
CREATE INDEX memories_by_change ON memories (organisation_id, scope, scope_id, updated_at, id);
CREATE INDEX memories_by_successor ON memories (organisation_id, superseded_by)
  WHERE superseded_by IS NOT NULL;
CREATE INDEX memories_newest ON memories (organisation_id, standing, updated_at, id)
  WHERE valid_to IS NULL;
CREATE INDEX memories_by_importance
  ON memories (organisation_id, scope, scope_id, importance, updated_at, id)
  WHERE valid_to IS NULL AND standing = 'memory';
CREATE INDEX memories_with_commit ON memories (organisation_id, id)
  WHERE git_commit IS NOT NULL AND files <> '[]' AND scope = 'project' AND valid_to IS NULL;
SELECT guard_table('memories');

-- What a memory was learned from.
CREATE TABLE memory_sources (
  organisation_id uuid NOT NULL,
  memory_id       text COLLATE "C" NOT NULL,
  type            text COLLATE "C" NOT NULL
    CHECK (type IN ('turn', 'tool-event', 'session', 'file', 'manual', 'import')),
  ref             text COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, memory_id, type, ref),
  FOREIGN KEY (organisation_id, memory_id) REFERENCES memories ON DELETE CASCADE
);
CREATE INDEX memory_sources_by_ref ON memory_sources (organisation_id, type, ref);
SELECT guard_table('memory_sources');

CREATE TABLE memory_links (
  organisation_id uuid NOT NULL,
  from_id         text COLLATE "C" NOT NULL,
  to_id           text COLLATE "C" NOT NULL,
  relation        text COLLATE "C" NOT NULL
    CHECK (relation IN ('supersedes', 'contradicts', 'relates', 'derived-from')),
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, from_id, to_id, relation),
  FOREIGN KEY (organisation_id, from_id) REFERENCES memories ON DELETE CASCADE,
  FOREIGN KEY (organisation_id, to_id) REFERENCES memories ON DELETE CASCADE,
  CHECK (from_id <> to_id)
);
CREATE INDEX memory_links_by_target ON memory_links (organisation_id, to_id);
SELECT guard_table('memory_links');

-- What a memory said before, and from when to when.
CREATE TABLE memory_revisions (
  organisation_id uuid NOT NULL,
  memory_id       text COLLATE "C" NOT NULL,
  version         integer NOT NULL,
  scope           text COLLATE "C" NOT NULL,
  scope_id        text COLLATE "C" NOT NULL,
  author_id       text COLLATE "C",
  author_name     text,
  valid_from      timestamptz NOT NULL,
  valid_to        timestamptz NOT NULL,
  snapshot        jsonb NOT NULL,
  PRIMARY KEY (organisation_id, memory_id, version),
  FOREIGN KEY (organisation_id, memory_id) REFERENCES memories ON DELETE CASCADE
);
CREATE INDEX memory_revisions_by_time
  ON memory_revisions (organisation_id, scope, scope_id, valid_from, valid_to);
SELECT guard_table('memory_revisions');

-- Forgotten memories, to undo that; emptied after 30 days.
CREATE TABLE memory_archive (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  scope           text COLLATE "C" NOT NULL,
  scope_id        text COLLATE "C" NOT NULL,
  forgotten_at    timestamptz NOT NULL,
  snapshot        jsonb NOT NULL, -- the memory, its sources, links, revisions
  added           bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX memory_archive_by_time ON memory_archive (organisation_id, forgotten_at);
SELECT guard_table('memory_archive');

-- That a memory was forgotten, and nothing of what it said.
CREATE TABLE memory_tombstones (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  scope           text COLLATE "C" NOT NULL,
  scope_id        text COLLATE "C" NOT NULL,
  forgotten_at    timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX memory_tombstones_by_scope ON memory_tombstones (organisation_id, scope, scope_id);
SELECT guard_table('memory_tombstones');

-- What changed, in order and without gaps. A server restored from a backup gives the same numbers to
-- other changes; the random mark tells them apart.
CREATE TABLE changes (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  sequence        bigint NOT NULL,
  mark            text NOT NULL,
  subject         text COLLATE "C" NOT NULL,
  subject_id      text COLLATE "C" NOT NULL,
  version         integer, -- of a memory
  kind            text COLLATE "C" NOT NULL,
  at              timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, sequence)
);
CREATE INDEX changes_by_subject ON changes (organisation_id, subject, subject_id, sequence);
SELECT guard_table('changes');

CREATE TABLE change_cursors (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  consumer        text COLLATE "C" NOT NULL,
  sequence        bigint NOT NULL,
  PRIMARY KEY (organisation_id, consumer)
);
SELECT guard_table('change_cursors');

CREATE TABLE jobs (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  kind            text COLLATE "C" NOT NULL,
  subject         text COLLATE "C" NOT NULL,
  status          text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'running', 'done', 'parked')),
  again           boolean NOT NULL DEFAULT false, -- asked for once more while it was running
  is_past         boolean NOT NULL DEFAULT false,
  attempts        integer NOT NULL DEFAULT 0,
  run_after       timestamptz NOT NULL,
  lease           text, -- of one claim: only its holder settles the job
  lease_until     timestamptz,
  error           text,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, kind, subject)
);
CREATE INDEX jobs_by_due ON jobs (organisation_id, status, is_past, run_after, id, kind);
SELECT guard_table('jobs');

-- Where a worker of all organisations finds work: ids only, nothing of what they hold.
CREATE FUNCTION organisations_with_due_jobs(due_at timestamptz, most integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  BEGIN ATOMIC
    SELECT o.id FROM organisations o WHERE EXISTS (
      SELECT FROM jobs j WHERE j.organisation_id = o.id AND (
        (j.status = 'pending' AND j.run_after <= due_at)
        OR (j.status = 'running' AND j.lease_until < due_at)))
    ORDER BY random() LIMIT most;
  END;
REVOKE EXECUTE ON FUNCTION organisations_with_due_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organisations_with_due_jobs TO throughline_app;

-- What was decided in review; nothing of what the memories say.
CREATE TABLE review_decisions (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  key             text COLLATE "C" NOT NULL, -- of the item: its kind, its memories and their versions
  kind            text NOT NULL,
  decision        text NOT NULL,
  memory_ids      jsonb NOT NULL,
  dropped         text, -- id of the memory that was forgotten
  applied         jsonb, -- how to take it back
  renewed_from    text, -- '' if it was never used
  because         text,
  at              timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, key)
);
SELECT guard_table('review_decisions');

-- What a change passed on may name files, and why two hold is the user's text: both go with the memory.
CREATE FUNCTION strip_review_decisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE review_decisions SET applied = NULL, because = NULL
    WHERE organisation_id = OLD.organisation_id
    AND (applied IS NOT NULL OR because IS NOT NULL)
    AND jsonb_exists(memory_ids, OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER review_decisions_without_memory AFTER DELETE ON memories
  FOR EACH ROW EXECUTE FUNCTION strip_review_decisions();

-- Derived: what became of the files a memory names since its commit.
CREATE TABLE file_checks (
  organisation_id uuid NOT NULL,
  memory_id       text COLLATE "C" NOT NULL,
  version         integer NOT NULL,
  changes         jsonb NOT NULL, -- those that are gone or rewritten
  checked_at      timestamptz NOT NULL,
  stale           boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organisation_id, memory_id),
  FOREIGN KEY (organisation_id, memory_id) REFERENCES memories ON DELETE CASCADE
);
SELECT guard_table('file_checks');

-- Derived: which memories say nearly the same, so that the review queue opens at once. Ids only.
CREATE TABLE near_pairs (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  project_id      text COLLATE "C" NOT NULL, -- '' for the queue of all projects
  basis           text NOT NULL, -- hash of the memories that were compared
  pairs           jsonb NOT NULL,
  PRIMARY KEY (organisation_id, project_id)
);
SELECT guard_table('near_pairs');

-- Changes that wait for somebody. They hold text, so they are erased with the memory they are about.
CREATE TABLE proposals (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  key             text COLLATE "C" NOT NULL, -- of what is proposed
  action          text NOT NULL,
  memory_id       text COLLATE "C",
  memory_version  integer,
  evidence        jsonb NOT NULL, -- ids of memories
  wanted          jsonb NOT NULL,
  proposer        jsonb NOT NULL,
  project_id      text COLLATE "C",
  created_at      timestamptz NOT NULL,
  decided_at      timestamptz,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, key)
);
CREATE INDEX proposals_about ON proposals (organisation_id, memory_id) WHERE memory_id IS NOT NULL;
SELECT guard_table('proposals');

-- What consolidation did, so that it can be undone; nothing of what the memories say.
CREATE TABLE consolidations (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  project_id      text COLLATE "C" NOT NULL DEFAULT '', -- '' when it went over every project
  at              timestamptz NOT NULL,
  actions         jsonb NOT NULL, -- ids and versions of memories
  undone_at       timestamptz,
  PRIMARY KEY (organisation_id, id)
);
CREATE INDEX consolidations_by_project ON consolidations (organisation_id, project_id, at, id);
SELECT guard_table('consolidations');

-- Derived: rebuilt from memories. Terms are hashed together with the organisation, so that what one
-- organisation looks for never touches another's entries in the index.
CREATE TABLE search_documents (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  number          bigint GENERATED ALWAYS AS IDENTITY,
  type            text COLLATE "C" NOT NULL CHECK (type IN ('memory', 'turn', 'tool-event', 'session')),
  id              text COLLATE "C" NOT NULL,
  scope           text COLLATE "C" NOT NULL,
  scope_id        text COLLATE "C" NOT NULL,
  project_id      text COLLATE "C",
  host            text COLLATE "C",
  session_id      text COLLATE "C",
  position        integer,
  branch          text COLLATE "C",
  kind            text COLLATE "C",
  at              timestamptz NOT NULL,
  valid_from      timestamptz,
  valid_to        timestamptz,
  length          integer NOT NULL, -- terms, each once a field
  hashes          bigint[] NOT NULL,
  strengths       smallint[] NOT NULL, -- of each hash: twice the weight of the fields that have it
  PRIMARY KEY (organisation_id, number),
  UNIQUE (organisation_id, type, id)
);
CREATE INDEX search_documents_by_session ON search_documents (organisation_id, session_id, position);
CREATE INDEX search_documents_by_time ON search_documents (organisation_id, at, number);
-- A search reads the whole pending list, so it stays short.
CREATE INDEX search_documents_by_term ON search_documents USING gin (hashes)
  WITH (gin_pending_list_limit = 512);
SELECT guard_table('search_documents');

-- Apart from the rows above, which filters read by the thousand.
CREATE TABLE search_texts (
  organisation_id uuid NOT NULL,
  number          bigint NOT NULL,
  terms           text NOT NULL,
  files           text NOT NULL,
  text            text NOT NULL,
  PRIMARY KEY (organisation_id, number),
  FOREIGN KEY (organisation_id, number) REFERENCES search_documents ON DELETE CASCADE
);
SELECT guard_table('search_texts');

CREATE TABLE search_files (
  organisation_id uuid NOT NULL,
  path            text COLLATE "C" NOT NULL,
  number          bigint NOT NULL,
  PRIMARY KEY (organisation_id, path, number),
  FOREIGN KEY (organisation_id, number) REFERENCES search_documents ON DELETE CASCADE
);
CREATE INDEX search_files_by_number ON search_files (organisation_id, number);
SELECT guard_table('search_files');

-- The vocabulary, and how many documents have each term. Room in each page lets counts change in place.
CREATE TABLE search_terms (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  hash            bigint NOT NULL,
  term            text COLLATE "C" NOT NULL,
  documents       integer NOT NULL,
  PRIMARY KEY (organisation_id, hash)
) WITH (fillfactor = 70);
CREATE INDEX search_terms_by_text ON search_terms (organisation_id, term);
SELECT guard_table('search_terms');

CREATE TABLE search_totals (
  organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE,
  documents       bigint NOT NULL,
  length          bigint NOT NULL
);
SELECT guard_table('search_totals');

-- The documents with any of the terms, or with terms that begin like this, each with its score: the
-- BM25 that SQLite's full text search computes for the same documents. Runs as the owner, because row level security would keep PostgreSQL from using the
-- index of terms: its operators may leak what they compare. That is why it checks the organisation.
CREATE FUNCTION search_pool(organisation uuid, wanted bigint[], beginnings text[])
  RETURNS TABLE (number bigint, type text, id text, scope text, scope_id text, project_id text,
    host text, session_id text, branch text, kind text, at timestamptz, valid_from timestamptz,
    valid_to timestamptz, score double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off
AS $$
#variable_conflict use_column
BEGIN
  IF organisation IS DISTINCT FROM current_organisation() THEN
    RAISE insufficient_privilege USING MESSAGE = 'another organisation';
  END IF;
  RETURN QUERY
    WITH found AS (
      SELECT t.hash, t.documents::float8 AS documents FROM search_terms AS t
      WHERE t.organisation_id = organisation AND t.hash = ANY (wanted)
      UNION ALL
      -- A beginning weighs as all its terms together. More than 200 of them say little.
      SELECT longer.hash, (sum(longer.documents) OVER (PARTITION BY b.beginning))::float8
      FROM unnest(beginnings) AS b (beginning) CROSS JOIN LATERAL (
        SELECT t.hash, t.documents FROM search_terms AS t
        WHERE t.organisation_id = organisation AND t.term >= b.beginning COLLATE "C"
        AND t.term < b.beginning COLLATE "C" || U&'\+10FFFF'
        ORDER BY t.documents DESC LIMIT 200) AS longer),
    weighted AS MATERIALIZED (
      SELECT f.hash, totals.length::float8 / greatest(totals.documents, 1) AS mean_length,
        greatest(1e-6::float8, ln(greatest(1e-9::float8, totals.documents - f.documents + 0.5::float8)
          / (f.documents + 0.5::float8))) AS weight
      FROM found AS f, search_totals AS totals WHERE totals.organisation_id = organisation)
    SELECT d.number, d.type, d.id, d.scope, d.scope_id, d.project_id, d.host, d.session_id, d.branch,
      d.kind, d.at, d.valid_from, d.valid_to,
      sum(w.weight * 2.2::float8 * f.strength
        / (f.strength + 0.3::float8 + 0.9::float8 * d.length / w.mean_length))
    FROM weighted AS w JOIN search_documents AS d ON d.hashes @> ARRAY[w.hash]
    CROSS JOIN LATERAL (
      SELECT d.strengths[array_position(d.hashes, w.hash)] / 2::float8 AS strength) AS f
    WHERE d.organisation_id = organisation
    GROUP BY d.organisation_id, d.number;
END $$;
REVOKE EXECUTE ON FUNCTION search_pool FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_pool TO throughline_app;
