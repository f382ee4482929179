import { beforeEach, describe, expect, test } from 'vitest'
import { createSamples } from '../../../test/conformance/samples.ts'
import { fact, type Giving, openGiving, started } from '../../../test/support/core/give-context.ts'
import { sha256 } from '../../adapters/ids.ts'
import type { EventDetail } from '../model/host-event.ts'
import { isChosen } from './hold-back.ts'

const about: EventDetail = {
  kind: 'prompt',
  text: 'How do we deploy with `flyctl`?',
  origin: 'user',
}
const host = 'claude-code'
let giving: Giving

beforeEach(async () => {
  giving = await openGiving()
})

/** The id of a session that the secret of this store chooses, or does not. */
async function sessionThat(isHeldBack: boolean): Promise<string> {
  const secret = await giving.store.proofs.secret()
  const ids = Array.from({ length: 1_000 }, (_, number) => `session-${number}`)
  const found = ids.find(
    (hostSessionId) => isChosen({ host, hostSessionId }, secret, sha256) === isHeldBack,
  )
  return found ?? ''
}

const give = (detail: EventDetail, sessionId: string, proof = true) =>
  giving.give(detail, { proof, event: { sessionId } })

describe('a session that is held back for proof', () => {
  test('gets nothing at its start, at a prompt, after a compaction or at a resume', async () => {
    const id = await sessionThat(true)
    expect(await give(started, id)).toBe('')
    expect(await give(about, id)).toBe('')
    for (const source of ['compact', 'resume']) {
      giving.clock.advance(10_000)
      expect(await give({ kind: 'session-start', source }, id)).toBe('')
    }
  })

  test('gets memory as ever while proof is off', async () => {
    expect(await give(started, await sessionThat(true), false)).toContain(fact)
  })

  test('is answered as soon as the user ends proof, or releases it', async () => {
    const [id, other] = [await sessionThat(true), 'another']
    expect(await give(started, id)).toBe('')
    expect(await give(about, id, false)).toContain(fact)
    const released = { host, hostSessionId: other }
    await giving.store.proofs.add(released, { isHeldBack: true, at: '2026-01-01' })
    expect(await give(about, other)).toBe('')
    expect(await giving.store.proofs.release(released, '2026-01-02')).toBe(true)
    expect(await give(about, other)).toContain(fact)
    expect(await giving.store.proofs.release(released, '2026-01-03')).toBe(false)
  })

  test('still gets a rule with a guard, and nothing beside it', async () => {
    const rule = 'Use pnpm, never npm'
    await giving.keep('cc', { content: rule, kind: 'rule' })
    await giving.keep('dd', { content: 'Never run npm publish', kind: 'rule' })
    await giving.store.guards.put({
      ...{ memoryId: 'cc', scope: 'project', scopeId: 'a', content: rule, level: 'note' },
      ...{ patterns: [{ command: 'npm' }], exceptions: [], setAt: '2026-01-01' },
    })
    const id = await sessionThat(true)
    const text = await give(started, id)
    expect(text).toContain(rule)
    expect(text).not.toContain(fact)
    expect(text).not.toContain('memory_recall with')
    giving.clock.advance(10_000)
    const run = { toolName: 'Bash', input: { command: 'npm publish' } }
    expect(await give({ kind: 'before-tool', ...run }, id)).toBe('')
  })

  test('is counted only if it began with proof on', async () => {
    const id = await sessionThat(true)
    expect(await give(started, id, false)).toContain(fact)
    expect(await give(about, id)).toBe('')
    expect(await giving.store.proofs.find({ host, hostSessionId: id })).toBeUndefined()
    const resumed = { hostSessionId: 'old' }
    const samples = createSamples(giving.store)
    const { id: sessionId } = await samples.addSession(resumed)
    for (const number of [1, 2]) await samples.addTurn(sessionId, { number })
    expect(await give(about, 'old')).toContain(fact)
    expect(await giving.store.proofs.find({ host, ...resumed })).toBeUndefined()
  })

  test('leaves no row where Throughline is disabled', async () => {
    const place = { kind: 'disabled' } as const
    await giving.give(started, { proof: true, place })
    expect(giving.store.rows('SELECT * FROM proof_sessions')).toEqual([])
  })

  test('is forgotten with the session', async () => {
    const hostSessionId = await sessionThat(true)
    await give(started, hostSessionId)
    const { id } = await createSamples(giving.store).addSession({ hostSessionId })
    await giving.store.deletion.deleteSlice({ sessionId: id, turnId: undefined }, 100)
    expect(giving.store.rows('SELECT * FROM proof_sessions')).toEqual([])
  })
})

describe('the choice', () => {
  const chosen = (secret: string) =>
    Array.from({ length: 10_000 }, (_, number) => `${number}`).filter((hostSessionId) =>
      isChosen({ host, hostSessionId }, secret, sha256),
    )

  test('is a tenth of all sessions', () => {
    expect(chosen('one').length).toBeGreaterThan(900)
    expect(chosen('one').length).toBeLessThan(1_100)
  })

  test('cannot be foreseen from the id: another secret chooses others', () => {
    const others = new Set(chosen('two'))
    expect(chosen('one').filter((id) => others.has(id)).length).toBeLessThan(150)
  })

  test('follows a secret that is made once, and that no two stores share', async () => {
    const secret = await giving.store.proofs.secret()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(await giving.store.proofs.secret()).toBe(secret)
    expect(await (await openGiving()).store.proofs.secret()).not.toBe(secret)
  })
})
