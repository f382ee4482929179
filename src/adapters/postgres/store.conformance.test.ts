import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeChangeFeed } from '../../../test/conformance/change-feed.ts'
import { describeConsolidationStore } from '../../../test/conformance/consolidation-store.ts'
import { describeJobQueue } from '../../../test/conformance/job-queue.ts'
import { describeMemoryStore } from '../../../test/conformance/memory-store.ts'
import type { OpenTeamStores, SessionSamples } from '../../../test/conformance/open-stores.ts'
import { describeProjectMergeStore } from '../../../test/conformance/project-merge-store.ts'
import { describeProjectStore } from '../../../test/conformance/project-store.ts'
import { describeProposalStore } from '../../../test/conformance/proposal-store.ts'
import { describeReviewStore } from '../../../test/conformance/review-store.ts'
import { at } from '../../../test/conformance/samples.ts'
import { describeSearchIndex } from '../../../test/conformance/search-index.ts'
import { describeStore } from '../../../test/conformance/store.ts'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { hasPostgres, useTestDatabase } from '../../../test/support/postgres.ts'
import { createOrganisation } from './connection/organisations.ts'
import { openTeamDatabase, type TeamDatabase } from './connection/team-database.ts'
import { putSession, putSessionPart } from './projects/sessions.ts'
import { openTeamStore } from './team-store.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('PostgreSQL', () => {
  const url = useTestDatabase()
  let database: TeamDatabase
  beforeAll(async () => {
    database = await openTeamDatabase({ url: url() })
  })
  afterAll(() => database.close())

  /** Each test is an organisation of its own among all the others. */
  const open: OpenTeamStores = async (clock) => {
    const organisation = await createOrganisation(database, 'test')
    const store = openTeamStore({ database, organisation, clock })
    return { ...store, samples: createSamples(organisation), close: () => undefined }
  }

  function createSamples(organisation: string): SessionSamples {
    const addPart = async (type: 'turn' | 'tool-event', sessionId: string) => {
      const part = { type, id: randomUUID(), sessionId }
      await database.writing(organisation, (queries) => putSessionPart(queries, part))
      return part
    }
    return {
      async addSession({ host = 'claude-code', projectId, startedAt = at(0) } = {}) {
        const session = { id: randomUUID(), host, projectId, startedAt }
        await database.writing(organisation, (queries) => putSession(queries, session))
        return session
      },
      addTurn: (sessionId) => addPart('turn', sessionId),
      addToolEvent: (sessionId) => addPart('tool-event', sessionId),
    }
  }

  describeChangeFeed('PostgreSQL', open)
  describeConsolidationStore('PostgreSQL', open)
  describeJobQueue('PostgreSQL', open)
  describeMemoryStore('PostgreSQL', open)
  describeProjectMergeStore('PostgreSQL', open)
  describeProjectStore('PostgreSQL', open)
  describeProposalStore('PostgreSQL', open)
  describeReviewStore('PostgreSQL', open)
  describeSearchIndex('PostgreSQL', () => open(createTestClock()))
  describeStore('PostgreSQL', open)
})
