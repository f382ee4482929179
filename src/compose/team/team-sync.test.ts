import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { openMemoryStore } from '../../../test/support/core/memory-store.ts'
import { sha256 } from '../../adapters/ids.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { writeMemory } from '../../core/memory/write-memory.ts'
import { connectTeam } from '../../core/team/client/connection.ts'
import { teamConsumer } from '../../core/team/client/follow-changes.ts'
import { homePaths } from '../../home/paths.ts'
import { createTeamSync } from './team-sync.ts'

const team = { id: '0199b0a0-0000-7000-8000-00000000000a', name: 'Acme' }
const ada = { id: '0199b0a0-0000-7000-8000-000000000001', name: 'Ada' }

test('a change that `sync status` has counted still makes the daemon sync at once', async () => {
  const clock = createTestClock()
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  const home = mkdtempSync(join(store.file, '..', 'home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const parts = { store, clock, ids: store.ids, redactor: createRedactor(), hash: sha256 }
  await connectTeam({ server: 'http://localhost', organisation: team, person: ada }, parts)
  const { id: localId } = await store.projects.insert({
    ...{ identity: 'github.com/acme/app', name: 'app', root: undefined },
  })
  await store.transaction(async (tx) => {
    const joined = { id: team.id, localId, name: 'app', state: 'joined' } as const
    await tx.team.putProject({ ...joined, needsCompare: false, sharesDigests: false })
    await tx.changes.advance(teamConsumer, await store.changes.head())
  })
  const paths = homePaths(home)
  mkdirSync(paths.run)
  const sync = createTeamSync({ ...parts, paths })
  expect(await sync.hasChanges()).toBe(false)

  const place = { scope: 'project', scopeId: localId } as const
  const words = { content: 'Deploys run on Mondays.', source: 'manual', trust: 'user' } as const
  await writeMemory({ ...place, ...words }, { ...parts, ...store })
  expect(await sync.hasChanges()).toBe(true)
  expect(await sync.status()).toMatchObject({ counts: { waiting: 1 } })
  expect(await sync.hasChanges()).toBe(true)
})
