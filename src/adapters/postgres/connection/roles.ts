/**
 * The owner, who is the user of DATABASE_URL, owns the tables and migrates them. The application's role
 * owns nothing, so row level security holds for it.
 */
import type { ClientBase } from 'pg'
import { ThroughlineError } from '../../../contract/errors.ts'

export const applicationRole = 'throughline_app'

/** @throws `invalid-config` with the SQL for an administrator, if the owner may not make the role */
export async function ensureApplicationRole(owner: ClientBase): Promise<void> {
  try {
    await owner.query(makeRole)
    await owner.query(joinRole)
  } catch (error) {
    throw noRole(error)
  }
  const { rows } = await owner.query(
    'SELECT rolsuper OR rolbypassrls AS sees_all FROM pg_roles WHERE rolname = $1',
    [applicationRole],
  )
  if (rows[0]?.sees_all) throw seesEverything()
}

/** Roles belong to the whole server: another database may make the same one at the same moment. */
const makeRole = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${applicationRole}') THEN
    CREATE ROLE ${applicationRole} NOLOGIN NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`

/** A superuser may take any role. */
const joinRole = `DO $$ BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    GRANT ${applicationRole} TO CURRENT_USER;
  END IF;
END $$`

function noRole(cause: unknown): ThroughlineError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ThroughlineError(
    'invalid-config',
    `the role ${applicationRole} cannot be created: ${reason}`,
    {
      cause,
      hint: `as an administrator of the database, run: CREATE ROLE ${applicationRole} NOLOGIN; GRANT ${applicationRole} TO the user of DATABASE_URL`,
    },
  )
}

function seesEverything(): ThroughlineError {
  return new ThroughlineError(
    'invalid-config',
    `the role ${applicationRole} could read every organisation's rows`,
    { hint: `run: ALTER ROLE ${applicationRole} NOSUPERUSER NOBYPASSRLS` },
  )
}
