import type { PeopleStore, RequestCounts } from '../../../core/ports/team/people-store.ts'
import { noOrganisation } from '../../../core/team/people/tokens.ts'
import { createOrganisation } from '../connection/organisations.ts'
import type { TeamDatabase } from '../connection/team-database.ts'
import { openDeviceRequests } from './device-requests.ts'
import { readPeople } from './people-reader.ts'
import { writePeople } from './people-writer.ts'
import { openSignOnAttempts } from './sign-on.ts'

export function openPeopleStore(database: TeamDatabase): PeopleStore {
  return {
    reading: (organisation) => readPeople(database.reading(organisation)),
    writing: (organisation, work) =>
      database.writing(organisation, (queries) => work(writePeople(queries))),
    createOrganisation: (name) => createOrganisation(database, name),
    devices: openDeviceRequests(database),
    attempts: openSignOnAttempts(database),
    signOnChoices: (domain, limit) =>
      database
        .reading(noOrganisation)
        .list('SELECT * FROM sign_on_choices($2, $3) WHERE $1::uuid IS NOT NULL', domain, limit),
    counts: openRequestCounts(database),
    async noteUse(organisation, kind, id, at) {
      const table = kind === 'key' ? 'api_keys' : 'tokens'
      const change = { lastUsedAt: at }
      await database.transaction(organisation, (queries) => queries.update(table, id, change), {
        durable: false,
      })
    },
  }
}

/** Not synced to disk: a crash of the database forgets a few counts. */
function openRequestCounts(database: TeamDatabase): RequestCounts {
  return {
    add: ({ organisation = noOrganisation, subject, since, by }) =>
      database.transaction(
        organisation,
        (queries) =>
          queries.number(
            `INSERT INTO request_counts (organisation_id, subject, since, count)
             VALUES ($1, $2, $3, $4)
             ON CONFLICT (organisation_id, subject, since)
             DO UPDATE SET count = request_counts.count + excluded.count RETURNING count`,
            subject,
            since,
            by,
          ),
        { durable: false },
      ),
    async removeBefore(time, organisation = noOrganisation) {
      await database.transaction(organisation, (queries) =>
        queries.run('DELETE FROM request_counts WHERE organisation_id = $1 AND since < $2', time),
      )
    },
  }
}
