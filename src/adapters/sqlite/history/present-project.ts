import type { Database } from '../connection/database.ts'

/** The project itself, or what it became part of since somebody read its id. */
export function presentProject(database: Database, id: string): string {
  const row = database.get('SELECT into_id FROM project_merges WHERE project_id = ?', id)
  return row ? presentProject(database, String(row.into_id)) : id
}
