import type { SignOnSettings } from '../../../contract/team/sign-on.ts'
import type {
  SignOnAccount,
  SignOnAttempt,
  SignOnAttempts,
  SignOnReader,
  SignOnWriter,
} from '../../../core/ports/team/sign-on.ts'
import { noOrganisation } from '../../../core/team/people/tokens.ts'
import type { Queries } from '../connection/queries.ts'
import type { TeamDatabase } from '../connection/team-database.ts'

const account = 'SELECT issuer, subject, person_id, bound_at FROM sign_on_accounts'

export function readSignOn(queries: Queries): SignOnReader {
  return {
    settings: () =>
      queries.find<SignOnSettings>(
        `SELECT issuer, client_id, secret_variable, label, domains, join_role
         FROM sign_on_settings WHERE organisation_id = $1`,
      ),
    account: (issuer, subject) =>
      queries.find<SignOnAccount>(
        `${account} WHERE organisation_id = $1 AND issuer = $2 AND subject = $3`,
        issuer,
        subject,
      ),
    accountOf: (personId, issuer) =>
      queries.find<SignOnAccount>(
        `${account} WHERE organisation_id = $1 AND person_id = $2 AND issuer = $3`,
        personId,
        issuer,
      ),
  }
}

export function writeSignOn(queries: Queries): SignOnWriter {
  return {
    ...readSignOn(queries),
    async set(settings) {
      await queries.run('DELETE FROM sign_on_settings WHERE organisation_id = $1')
      if (settings) await queries.insert('sign_on_settings', { ...settings })
    },
    async bind(bound) {
      const replacing = `ON CONFLICT (organisation_id, issuer, subject)
        DO UPDATE SET person_id = excluded.person_id, bound_at = excluded.bound_at`
      await queries.insert('sign_on_accounts', { ...bound }, replacing)
    },
    release: (personId) =>
      queries.run(
        'DELETE FROM sign_on_accounts WHERE organisation_id = $1 AND person_id = $2',
        personId,
      ),
  }
}

export function openSignOnAttempts(database: TeamDatabase): SignOnAttempts {
  const writing = <T>(work: (queries: Queries) => Promise<T>) =>
    database.transaction(noOrganisation, work)
  return {
    async add(attempt) {
      await writing((queries) => queries.insert('sign_on_attempts', { ...attempt }))
    },
    find: (id) =>
      database.reading(noOrganisation).find<SignOnAttempt>(
        `SELECT id, secret_hash, for_organisation, device_code, created_at, expires_at
         FROM sign_on_attempts WHERE organisation_id = $1 AND id = $2`,
        id,
      ),
    take: (id) =>
      writing(async (queries) => {
        const sql = 'DELETE FROM sign_on_attempts WHERE organisation_id = $1 AND id = $2'
        return (await queries.run(sql, id)) > 0
      }),
    async removeBefore(time) {
      await writing((queries) =>
        queries.run(
          'DELETE FROM sign_on_attempts WHERE organisation_id = $1 AND expires_at < $2',
          time,
        ),
      )
    },
  }
}
