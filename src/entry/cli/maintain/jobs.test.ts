import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'
import { describeJob } from '../../../contract/vocabulary.ts'
import { jobKinds } from '../../../core/ports/job-queue.ts'

let world: World

beforeEach(async () => {
  world = createWorld()
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  for (const subject of ['turn-1', 'turn-2', 'turn-3']) {
    await local.store.jobs.enqueue({ kind: 'digest-turn', subject })
  }
  for (const error of ['the model was silent', 'the model was rude']) {
    const job = await local.store.jobs.claim(['digest-turn'], 1_000)
    if (job) await local.store.jobs.fail(job, error, undefined)
  }
  local.close()
})

afterEach(() => world.close())

const jobs = (...args: string[]) => runCli(world, ['jobs', ...args])

it('list shows parked ones first, with their errors below and what to do', async () => {
  const { stdout, code } = await jobs('list')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^(\S{10} +Summarising a turn +parked +1 attempt +just now\n {2}the model was \w+\n){2}\S{10} +Summarising a turn +pending +just now\nthroughline jobs retry {2}tries parked jobs again\n$/,
  )
})

it('list can be filtered', async () => {
  const parked = JSON.parse((await jobs('list', '--status', 'parked', '--json')).stdout)
  expect(parked.jobs.map(({ error }: { error: string }) => error).sort()).toEqual([
    'the model was rude',
    'the model was silent',
  ])
  expect(JSON.parse((await jobs('list', '--limit', '1', '--json')).stdout).jobs).toHaveLength(1)
})

it('retry makes one parked job due again, or all of them', async () => {
  const { jobs: parked } = JSON.parse((await jobs('list', '--status', 'parked', '--json')).stdout)
  expect((await jobs('retry', parked[0].id.slice(-10, -3))).stdout).toBe(
    '1 parked job will be tried again.\n',
  )
  expect((await jobs('retry')).stdout).toBe('1 parked job will be tried again.\n')
  expect((await jobs('retry')).stdout).toBe('No job is parked.\n')
  const rows = world.rows('SELECT DISTINCT status, attempts FROM jobs')
  expect(rows).toEqual([{ status: 'pending', attempts: 0 }])
})

it('retry also reads events that were set aside', async () => {
  writeSpoolFile(world.paths.spool, { event: 'Stop', host: 'emacs' }, { session_id: 's1' })
  const { root, spool } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  await local.drain(AbortSignal.timeout(10_000))
  local.close()
  expect(readdirSync(join(spool, 'rejected'))).toHaveLength(1)
  expect((await jobs('retry')).stdout).toBe('2 parked jobs and 1 event will be tried again.\n')
  expect(readdirSync(join(spool, 'rejected'))).toEqual([])
})

it.each(jobKinds)('the job %s is told in words', (kind) => {
  expect(describeJob(kind)).toMatch(/^[A-Z]/)
})
