import { beforeEach, expect, test } from 'vitest'
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../test/support/homes/spool-files.ts'
import { eachWithHttpApp } from '../../../test/support/processes/http-app.ts'

const app = eachWithHttpApp()

beforeEach(async () => {
  const session = sessionPayloads('leaky', app.world.project)
  const { spool } = app.world.paths
  writeSpoolFile(spool, { event: 'UserPromptSubmit' }, session.prompt(1, 'The word is quagga'))
  writeSpoolFile(spool, { event: 'Stop' }, session.stop(1, 'So be it.'))
  await app.local.drain(AbortSignal.timeout(10_000))
})
const sessions = () => app.local.store.deletion.count({})

test('a session is deleted after a preview and a confirmation', async () => {
  const planned = await app.post('/api/history/delete', { session: 'leaky', dryRun: true })
  expect(await planned.json()).toMatchObject({ isDryRun: true, sessions: 1, turns: 1, events: 2 })
  const refused = await app.post('/api/history/delete', { session: 'leaky' })
  expect(refused.status).toBe(400)
  expect(await sessions()).toMatchObject({ sessions: 1 })
  const done = await app.post('/api/history/delete', { session: 'leaky', confirm: true })
  expect(await done.json()).toMatchObject({ isDryRun: false, sessions: 1 })
  expect(await sessions()).toMatchObject({ sessions: 0, events: 0 })
})

test('unknown sessions, incomplete requests and missing confirmations are refused', async () => {
  const status = async (body: object) =>
    (await app.post('/api/history/delete', { ...body, confirm: true })).status
  expect(await status({ session: 'nobody' })).toBe(404)
  expect(await status({ turn: 'nothing' })).toBe(404)
  expect(await status({})).toBe(400)
  expect(await status({ session: 'leaky', before: '2026-01-01' })).toBe(400)
  expect((await app.post('/api/history/purge', { text: 'abc', confirm: true })).status).toBe(400)
  expect((await app.post('/api/history/purge', { text: 'quagga' })).status).toBe(400)
})

test('a text is purged, and retention applied', async () => {
  const purged = await app.post('/api/history/purge', { text: 'quagga', confirm: true })
  expect(await purged.json()).toMatchObject({
    places: [{ place: 'prompts and answers', count: 1 }],
    total: 1,
    left: [],
  })
  const pruned = await app.post('/api/prune', { dryRun: true })
  expect(await pruned.json()).toEqual({ isDryRun: true, items: [] })
})
