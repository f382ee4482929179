-- What the people of an organisation share, as their machines sync it.

CREATE TABLE shared_projects (
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('team', 'personal')),
  person_id uuid, -- the only one who sees a personal project
  identity text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  UNIQUE (organisation_id, identity),
  CHECK ((type = 'personal') = (person_id IS NOT NULL))
);
CREATE UNIQUE INDEX shared_projects_by_person ON shared_projects (organisation_id, person_id)
  WHERE person_id IS NOT NULL;
SELECT guard_table('shared_projects');

CREATE TABLE shared_project_aliases (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  alias text COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, alias, project_id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES shared_projects ON DELETE CASCADE
);
SELECT guard_table('shared_project_aliases');

-- The last change of each organisation. Its writers hold the organisation's lock.
CREATE TABLE sync_heads (
  organisation_id uuid PRIMARY KEY REFERENCES organisations (id),
  sequence bigint NOT NULL,
  mark text NOT NULL
);
SELECT guard_table('sync_heads', 'SELECT, INSERT, UPDATE');

-- Every change: a restored server gives the same numbers to other changes, with other marks.
CREATE TABLE sync_changes (
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  sequence bigint NOT NULL,
  mark text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, sequence)
);
SELECT guard_table('sync_changes', 'SELECT, INSERT, DELETE');

-- The state of each memory in each project it was ever in. Removals stay, without text.
CREATE TABLE shared_memories (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('memory', 'forgotten', 'withdrawn')),
  version bigint NOT NULL,
  sequence bigint NOT NULL, -- of its last change
  author_id uuid NOT NULL,
  author_name text NOT NULL,
  creator_id uuid NOT NULL,
  text jsonb,
  content_hash text COLLATE "C", -- of a memory that is valid, as its key is
  key text COLLATE "C",
  PRIMARY KEY (organisation_id, project_id, id),
  UNIQUE (organisation_id, sequence),
  FOREIGN KEY (organisation_id, project_id) REFERENCES shared_projects,
  CHECK ((type = 'memory') = (text IS NOT NULL))
);
CREATE UNIQUE INDEX shared_memories_alive ON shared_memories (organisation_id, id)
  WHERE type = 'memory';
CREATE INDEX shared_memories_by_id ON shared_memories (organisation_id, id);
CREATE INDEX shared_memories_by_change ON shared_memories (organisation_id, project_id, sequence);
CREATE INDEX shared_memories_by_creator ON shared_memories (organisation_id, creator_id)
  WHERE type = 'memory';
CREATE UNIQUE INDEX shared_memories_by_key ON shared_memories (organisation_id, project_id, key)
  WHERE key IS NOT NULL;
CREATE INDEX shared_memories_by_content
  ON shared_memories (organisation_id, project_id, content_hash) WHERE content_hash IS NOT NULL;
SELECT guard_table('shared_memories', 'SELECT, INSERT, UPDATE');

CREATE TABLE shared_revisions (
  organisation_id uuid NOT NULL,
  project_id uuid NOT NULL,
  memory_id uuid NOT NULL,
  version bigint NOT NULL,
  author_id uuid NOT NULL,
  author_name text NOT NULL,
  text jsonb NOT NULL,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, project_id, memory_id, version),
  FOREIGN KEY (organisation_id, project_id) REFERENCES shared_projects
);
SELECT guard_table('shared_revisions', 'SELECT, INSERT, DELETE');

-- Changes that lost to another one, until somebody decides.
CREATE TABLE sync_conflicts (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  memory_id uuid NOT NULL,
  base bigint NOT NULL,
  author_id uuid NOT NULL,
  author_name text NOT NULL,
  text jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, project_id) REFERENCES shared_projects
);
CREATE INDEX sync_conflicts_by_memory ON sync_conflicts (organisation_id, project_id, memory_id);
SELECT guard_table('sync_conflicts', 'SELECT, INSERT, DELETE');

-- What each operation was answered, so that one that arrives again counts once. No text.
CREATE TABLE sync_answers (
  organisation_id uuid NOT NULL REFERENCES organisations (id),
  person_id uuid NOT NULL,
  key uuid NOT NULL,
  answer jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, person_id, key)
);
CREATE INDEX sync_answers_by_age ON sync_answers (organisation_id, at);
SELECT guard_table('sync_answers', 'SELECT, INSERT, DELETE');
