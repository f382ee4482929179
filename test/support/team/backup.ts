/** Copies of what an organisation shares, to set it back as a restored backup would. */
import type { ClientBase } from 'pg'

export interface Backup {
  restore(): Promise<void>
}

/** Asks as the owner of the database. */
export type Owner = Pick<ClientBase, 'query'>

let count = 0

export async function takeBackup(owner: Owner, organisation: string): Promise<Backup> {
  const tables = await syncTables(owner)
  const schema = `backup_${++count}`
  const ofOurs = `organisation_id = '${organisation}'`
  const copies = tables.map(
    (table) => `CREATE TABLE ${schema}.${table} AS SELECT * FROM ${table} WHERE ${ofOurs}`,
  )
  await owner.query([`CREATE SCHEMA ${schema}`, ...copies].join(';'))
  return {
    async restore() {
      const deletions = tables.map((table) => `DELETE FROM ${table} WHERE ${ofOurs}`)
      const insertions = tables.map(
        (table) => `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${schema}.${table}`,
      )
      const withoutTriggers = 'SET LOCAL session_replication_role = replica'
      await owner.query(['BEGIN', withoutTriggers, ...deletions, ...insertions, 'COMMIT'].join(';'))
    },
  }
}

async function syncTables(owner: Owner): Promise<string[]> {
  const { rows } = await owner.query(`SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname ~ '^(sync|shared|recall)_'`)
  return rows.map(({ relname }) => String(relname))
}
