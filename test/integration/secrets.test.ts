/** Secrets of every kind go in everywhere; afterwards no file under the home folder holds one. */
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unpackJson } from '../../src/adapters/sqlite/history/payloads.ts'
import { createRandom } from '../support/core/random.ts'
import { sessionPayloads } from '../support/homes/claude-payloads.ts'
import { secretSamples } from '../support/homes/secret-samples.ts'
import { writeSpoolFile } from '../support/homes/spool-files.ts'
import { createWorld, type World, waitFor } from '../support/homes/world.ts'
import { type RunningDaemon, startDaemon } from '../support/processes/daemon.ts'
import { installShim, runShim } from '../support/processes/shim.ts'

interface Planted {
  readonly kind: string
  readonly place: string
  readonly secret: string
}

const random = createRandom(11)
const planted: Planted[] = []
let world: World
let daemon: RunningDaemon

beforeAll(async () => {
  world = createWorld()
  installShim(world)
  daemon = await startDaemon(world)
  for (const { event, payload } of [...eventsWithSecrets()]) {
    writeSpoolFile(world.paths.spool, { event }, payload)
  }
  await plantByShim()
  await plantByHttp()
  await waitFor(
    'an empty spool',
    () => globSync('*.spool', { cwd: world.paths.spool }).length === 0,
    60_000,
  )
  await daemon.kill('SIGTERM')
})

afterAll(() => world.close())

/** A text with a new secret of that kind in it. */
function plant(sample: (typeof secretSamples)[number], place: string): string {
  const { text, secret } = sample.make(random)
  planted.push({ kind: sample.kind, place, secret })
  return `Before it: ${text}\nand after it.`
}

function* eventsWithSecrets(): Generator<{ event: string; payload: object | string }> {
  for (const [number, sample] of secretSamples.entries()) {
    const { start, prompt, toolUse, toolFailure, stop, end } = sessionPayloads(
      `session-${number}`,
      world.project,
    )
    yield { event: 'SessionStart', payload: start() }
    yield { event: 'UserPromptSubmit', payload: prompt(1, plant(sample, 'prompt')) }
    const input = { command: plant(sample, 'tool input'), deep: [{ er: plant(sample, 'deep') }] }
    yield { event: 'PostToolUse', payload: { ...toolUse(1, `a${number}`), tool_input: input } }
    yield { event: 'PostToolUse', payload: toolUse(1, `b${number}`, plant(sample, 'tool output')) }
    const error = plant(sample, 'error')
    yield { event: 'PostToolUseFailure', payload: toolFailure(1, `c${number}`, error) }
    yield { event: 'Stop', payload: stop(1, plant(sample, 'answer')) }
    const unknown = { ...end(), note: plant(sample, 'unknown event'), hook_event_name: 'NewEvent' }
    yield { event: 'NewEvent', payload: unknown }
    const compacted = { ...end(), trigger: 'auto', compact_summary: plant(sample, 'summary') }
    yield { event: 'PostCompact', payload: compacted }
    const broken = JSON.stringify(prompt(2, plant(sample, 'broken JSON'))).slice(0, -1)
    yield { event: 'UserPromptSubmit', payload: broken }
    yield { event: 'Stop', payload: { no_session: plant(sample, 'no session') } }
    yield { event: 'Stop', payload: plant(sample, 'no JSON at all') }
    yield { event: 'SessionEnd', payload: { ...end(), reason: plant(sample, 'reason') } }
  }
}

async function plantByShim(): Promise<void> {
  for (const sample of secretSamples) {
    const { prompt, toolUse } = sessionPayloads('by-shim', world.project)
    const id = `shim-${planted.length}`
    await runShim(world, 'PostToolUse', toolUse(1, id, plant(sample, 'shim')))
    const broken = JSON.stringify(prompt(1, plant(sample, 'broken by shim'))).slice(0, -20)
    await runShim(world, 'Stop', broken)
  }
}

async function plantByHttp(): Promise<void> {
  for (const sample of secretSamples) {
    const { stop } = sessionPayloads('by-http', world.project)
    await daemon.post('/hooks/Stop', stop(planted.length, plant(sample, 'HTTP')))
    await daemon.post('/hooks/Stop', `{"broken": ${JSON.stringify(plant(sample, 'broken HTTP'))}`)
  }
}

/** Every file under the home folder as text, and every compressed value of the database. */
function everythingKept(): Map<string, string> {
  const kept = new Map<string, string>()
  for (const name of readdirSync(world.paths.root, { recursive: true, encoding: 'utf8' })) {
    const file = join(world.paths.root, name)
    if (statSync(file).isFile()) kept.set(name, readFileSync(file, 'latin1'))
  }
  const database = new DatabaseSync(world.paths.database, { timeout: 5_000 })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  kept.set('throughline.db after a checkpoint', readFileSync(world.paths.database, 'latin1'))
  const bodies = database.prepare('SELECT body FROM tool_event_payloads').all()
  const fields = database.prepare('SELECT fields AS body FROM events').all()
  const unpacked = [...bodies, ...fields].map(({ body }) =>
    Buffer.from(JSON.stringify(unpackJson(body))),
  )
  kept.set('compressed values', Buffer.concat(unpacked).toString('latin1'))
  const turns = database.prepare('SELECT prompt, answer FROM turns').all()
  kept.set('turns', JSON.stringify(turns))
  database.close()
  return kept
}

describe('after a run over a corpus of secrets', () => {
  it('had secrets of at least 20 kinds in every place', () => {
    expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20)
    for (const place of new Set(planted.map((each) => each.place))) {
      expect(planted.filter((each) => each.place === place)).toHaveLength(secretSamples.length)
    }
  })

  it('took everything in', () => {
    const [row] = world.rows('SELECT count(*) AS n FROM events')
    expect(Number(row?.n)).toBe(secretSamples.length * 11)
    const rejected = globSync('*.json', { cwd: world.paths.rejected })
    expect(rejected).toHaveLength(secretSamples.length * 4)
  })

  it('keeps none of them in any file under the home folder', () => {
    const kept = everythingKept()
    const found = planted.flatMap(({ kind, place, secret }) =>
      [...kept].flatMap(([file, text]) =>
        text.includes(secret) ? `${kind} of ${place} in ${file}` : [],
      ),
    )
    expect(found).toEqual([])
    expect(kept.get('turns')).toContain('[redacted:github-token]')
    expect(kept.get('compressed values')).toContain('and after it.')
  })
})
