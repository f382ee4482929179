-- unused by older versions: the tables of a store that no server ever opened. They are empty; what
-- people share is in the tables of 000003_sync.sql.

DROP FUNCTION organisations_with_due_jobs;
DROP TABLE
  change_cursors, changes, consolidations, file_checks, jobs, memories, memory_archive, memory_links,
  memory_revisions, memory_sources, memory_tombstones, near_pairs, project_aliases, project_commits,
  project_merges, projects, proposals, review_decisions, session_parts, sessions;
DROP FUNCTION strip_review_decisions;
