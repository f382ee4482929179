import { beforeEach, describe, expect, test } from 'vitest'
import { createSamples } from '../../../test/conformance/samples.ts'
import { type Context, idOf, openContext } from '../../../test/support/core/context.ts'
import { sha256 } from '../../adapters/ids.ts'
import type { ProofHandlers } from '../../contract/operations/proof.ts'
import { followFailures } from '../failures/follow-failures.ts'
import { createProofOperations } from './operations.ts'

interface Told {
  readonly isHeldBack?: boolean
  readonly prompts?: readonly string[]
  /** Numbers of the turns that local rules heard as an objection. */
  readonly objections?: readonly number[]
  readonly status?: 'active' | 'completed'
  readonly trust?: 'repository'
}

let context: Context
let proof: ProofHandlers
let told: number

beforeEach(async () => {
  context = await openContext()
  told = 0
  const findProject = async (id: string) => ({ id })
  proof = createProofOperations({ ...context.ports, findProject, holdsBack: () => true })
})

const quoted = (text: string | undefined) => (text ? `'${text.replaceAll("'", "''")}'` : 'NULL')
const minute = (number: number) => new Date(Date.UTC(2026, 1, 1, 0, number)).toISOString()

/** A session of project p1 that takes part, an hour after the one before. @returns its id */
function tell({
  isHeldBack = false,
  prompts = ['Build the export', 'Go on'],
  objections = [],
  status = 'completed',
  trust,
}: Told = {}): string {
  told += 1
  const id = idOf(1_000 + told)
  const at = (turn: number) => minute(told * 60 + turn)
  const values = `${quoted(id)}, 'claude-code', 'host-${id}'`
  context.store.exec(
    `INSERT INTO sessions (id, host, host_session_id, project_id, status, started_at, last_event_at, trust)
       VALUES (${values}, 'p1', '${status}', '${at(0)}', '${at(9)}', ${quoted(trust)});
     INSERT INTO proof_sessions (host, host_session_id, is_held_back, at)
       VALUES ('claude-code', 'host-${id}', ${Number(isHeldBack)}, '${at(0)}');`,
  )
  for (const [index, prompt] of prompts.entries()) {
    const number = index + 1
    const turn = `${id}-${number}`
    const signs = objections.includes(number) ? ['objection'] : []
    context.store.exec(
      `INSERT INTO turns (id, session_id, number, prompt, origin, outcome, started_at)
         VALUES ('${turn}', '${id}', ${number}, ${quoted(prompt)}, 'user', 'ok', '${at(number)}');
       INSERT INTO digests (type, id, session_id, made_by, body)
         VALUES ('turn', '${turn}', '${id}', 'local', '${JSON.stringify({ steps: [{ signs }] })}');`,
    )
  }
  return id
}

const objection = "No, that's wrong: use the ledger"
const measureOf = async (wanted: string) =>
  (await proof.getProof({})).measures.find(({ measure }) => measure === wanted)

describe('the proof', () => {
  test('says how many sessions it has before it compares any', async () => {
    tell()
    tell({ isHeldBack: true })
    tell({ status: 'active' })
    tell({ trust: 'repository' })
    tell({ prompts: [] })
    expect(await proof.getProof({})).toEqual({
      isOn: true,
      since: minute(60),
      sessions: { withMemory: 1, withoutMemory: 1, open: 1 },
      needed: 20,
      measures: [],
      harm: [],
    })
  })

  test('finds that the user corrected fewer prompts of sessions with memory', async () => {
    const prompts = ['Build the export', objection, objection, objection]
    for (let number = 0; number < 60; number += 1) {
      tell({ prompts, objections: number % 10 === 0 ? [2] : [] })
    }
    for (let number = 0; number < 20; number += 1) {
      tell({ prompts, objections: number % 2 === 0 ? [2, 3] : [4], isHeldBack: true })
    }
    expect(await measureOf('corrections')).toMatchObject({
      verdict: 'fewer',
      withMemory: { value: expect.closeTo(0.25) },
      withoutMemory: { value: expect.closeTo(3.75) },
    })
    expect(await measureOf('prompts')).toMatchObject({
      verdict: 'unclear',
      withMemory: { value: expect.closeTo(4) },
    })
    expect(await measureOf('repeated-failures')).toEqual({
      measure: 'repeated-failures',
      verdict: 'too-few',
    })
  })

  test('hears no correction in a question, or in the first prompt', async () => {
    const prompts = [objection, 'Why did you not use the ledger?', objection]
    for (let number = 0; number < 40; number += 1) {
      tell({ prompts, objections: [1, 2, 3], isHeldBack: number % 2 === 0 })
    }
    const measured = await measureOf('corrections')
    expect(measured?.withMemory?.value).toBeCloseTo(10 / 3)
  })

  test('counts a failure that an earlier session of the project had', async () => {
    const samples = createSamples(context.store)
    const fail = (sessionId: string, rule: string) =>
      samples.addToolEvent(sessionId, {
        detail: {
          ...{ toolName: 'Bash', input: { command: 'make lint' }, outcome: 'failed' as const },
          ...{ output: `a.go:1:2: repeated, make it a constant (${rule})`, toolUseId: rule },
        },
      })
    const [first, second] = [tell(), tell()]
    await fail(first, 'goconst')
    await fail(first, 'goconst')
    await fail(second, 'goconst')
    await fail(second, 'gocritic')
    await followFailures(context.store, sha256)
    const of = async (id: string) => (await context.store.proofs.result(id))?.repeatedFailures
    expect([await of(first), await of(second)]).toEqual([0, 1])
  })

  test('estimates tokens from what was said, done and given', async () => {
    const id = tell({ prompts: ['x'.repeat(400)] })
    const before = (await context.store.proofs.result(id))?.tokens
    expect(before).toBe(100)
    const output = 'y'.repeat(4_000)
    await createSamples(context.store).addToolEvent(id, { detail: { output } })
    const after = (await context.store.proofs.result(id))?.tokens ?? 0
    expect(after).toBeGreaterThan(1_000)
    expect(after).toBeLessThan(1_200)
  })

  test('names the memories that were given before a correction about their subject', async () => {
    await context.keep([
      { id: idOf(1), content: 'The invoice export rounds cents with the banker ledger' },
      { id: idOf(2), content: 'Deploy with flyctl from the release branch' },
    ])
    const said = "No, that's wrong: the invoice export must round cents by the customer ledger"
    const id = tell({ prompts: ['Fix the export', said], objections: [2] })
    const session = { host: 'claude-code', hostSessionId: `host-${id}` }
    context.clock.set(minute(60))
    await context.show([idOf(1), idOf(2)], session)
    context.clock.set(minute(65))
    expect((await proof.getProof({})).harm).toEqual([
      {
        id: idOf(1),
        text: 'The invoice export rounds cents with the banker ledger',
        corrections: [
          {
            session: id,
            turn: 2,
            at: minute(62),
            said,
            reason: expect.stringContaining('evidence'),
          },
        ],
      },
    ])
  })

  test('blames no memory that came with the correction or after it', async () => {
    await context.keep([
      { id: idOf(1), content: 'The invoice export rounds cents with the banker ledger' },
    ])
    const said = "No, that's wrong: the invoice export must round cents by the customer ledger"
    const id = tell({ prompts: ['Fix the export', said], objections: [2] })
    context.clock.set(minute(62))
    await context.show([idOf(1)], { host: 'claude-code', hostSessionId: `host-${id}` })
    expect((await proof.getProof({})).harm).toEqual([])
  })
})

describe('a session that is held back', () => {
  test('is released once, and stays counted as one without memory', async () => {
    const id = tell({ isHeldBack: true })
    expect(await proof.releaseSession({ session: `host-${id}` })).toEqual({ session: id })
    expect((await proof.getProof({})).sessions).toMatchObject({ withoutMemory: 1 })
    const [listed] = await context.store.history.sessions({ limit: 1, offset: 0 })
    expect(listed?.heldBack).toBe(false)
    await expect(proof.releaseSession({ session: id })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('must be one that is held back', async () => {
    await expect(proof.releaseSession({ session: tell() })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(proof.releaseSession({ session: 'nowhere' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
