/** Organisations as the store knows them: what people do in them is kept elsewhere. */
import { randomUUID } from 'node:crypto'
import type { TeamDatabase } from './team-database.ts'

/** @returns its id */
export async function createOrganisation(database: TeamDatabase, name: string): Promise<string> {
  const id = randomUUID()
  await database.transaction(id, (queries) =>
    queries.run('INSERT INTO organisations (id, name) VALUES ($1, $2)', name),
  )
  return id
}
