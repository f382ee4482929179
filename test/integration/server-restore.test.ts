/** Follows the backup guide of docs/server.md, on a real PostgreSQL. */
import { chownSync, copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findEmbeddedBinaries } from '../../src/adapters/postgres/embedded/cluster.ts'
import { peopleRoutes } from '../../src/contract/team/routes.ts'
import type { Mark, PushAnswer } from '../../src/contract/team/sync.ts'
import { recordSkipReason } from '../hermetic/skip-reasons.ts'
import {
  commandsOf,
  findInstalledBinaries,
  operatePostgres,
} from '../support/team/operator-shell.ts'
import { machineOf, signInOwner, startTeamServer } from '../support/team/server-machine.ts'
import { putOperation } from '../support/team/sync-server.ts'

const embedded = findEmbeddedBinaries()
const installed = findInstalledBinaries()
if (!installed) recordSkipReason('no PostgreSQL with pg_dump on this machine')

describe('the backup guide', () => {
  test.skipIf(!installed)('restores a dump to another PostgreSQL', async () => {
    const [old, fresh] = [
      await operatePostgres(installed ?? ''),
      await operatePostgres(installed ?? ''),
    ]
    await checkRestore({
      before: old.url,
      after: fresh.url,
      backUp: () => old.shell(commandsOf('Make a dump')),
      async restore() {
        const dump = join(fresh.folder, 'throughline.dump')
        copyFileSync(join(old.folder, 'throughline.dump'), dump)
        const { uid, gid } = statSync(fresh.folder)
        chownSync(dump, uid, gid)
        await fresh.shell(commandsOf('Restore a dump'))
      },
    })
  })

  // Skipped where npm has no PostgreSQL for the platform.
  test.skipIf(!embedded)('restores a copy of the data folder', async () => {
    const postgres = await operatePostgres(embedded ?? '')
    await checkRestore({
      before: postgres.url,
      after: postgres.url,
      backUp: () => postgres.shell(commandsOf('Copy the data folder')),
      restore: () => postgres.shell(commandsOf('Restore the data folder')),
    })
  })
})

interface Restore {
  readonly before: string
  readonly after: string
  backUp(): Promise<void>
  restore(): Promise<void>
}

async function checkRestore({ before, after, backUp, restore }: Restore): Promise<void> {
  const first = await startTeamServer(before)
  const token = await signInOwner(before, first)
  const machine = machineOf(first, token)
  const { id: project } = await machine.share('app')
  await machine.put(project, 'Ports start at 8080.')
  const { key, secret } = await machine.post<{ key: { id: string }; secret: string }>(
    peopleRoutes.keys,
    { name: 'CI', scopes: ['sync'] },
  )
  const known = markOf(await machine.put(project, 'Tests run on PostgreSQL 18.'))

  await backUp()

  const lost = putOperation(project, 'Deploys happen on Tuesdays.')
  const later = markOf(await machine.push([lost]))
  await machine.forget(project, lost.id)
  await fetch(new URL(peopleRoutes.key.replace(':id', key.id), first.url), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  await expect(machineOf(first, secret).pull(project)).rejects.toThrow('401')
  await first.stop()

  await restore()

  const second = await startTeamServer(after)
  const restored = machineOf(second, token)
  expect(await restored.contents(project)).toEqual([
    'Ports start at 8080.',
    'Tests run on PostgreSQL 18.',
  ])
  // As the guide warns: what was revoked since the backup holds again.
  expect(await machineOf(second, secret).pull(project)).toMatchObject({ status: 'ok' })
  // A machine that was away since before the backup has nothing to compare.
  expect(await restored.pull(project, known)).toMatchObject({ status: 'ok' })
  // One that knows more is told, by what it reads and by what it writes.
  expect(await restored.pull(project, later)).toEqual({ status: 'reset' })
  expect(await restored.push([lost], later)).toEqual({ status: 'reset' })
  expect(await restored.push([{ ...lost, base: 0 }])).toMatchObject({
    answers: [{ outcome: 'stored' }],
  })
  // The numbers go on where the backup ends, so the mark alone tells the two histories apart.
  expect(await restored.pull(project, later)).toEqual({ status: 'reset' })
  expect(await restored.contents(project)).toContain('Deploys happen on Tuesdays.')
}

function markOf(answer: PushAnswer): Mark {
  if (answer.status !== 'ok' || !answer.answers[0]) throw new Error('the push failed')
  return answer.answers[0].at
}
