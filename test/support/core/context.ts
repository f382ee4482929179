/** Context on a real store in memory, with memories whose ids and times a test sets. */
import { onTestFinished } from 'vitest'
import { runMemoryChecks } from '../../../src/adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../../src/adapters/git/branches.ts'
import { configSchema } from '../../../src/contract/config.ts'
import type { Digest } from '../../../src/contract/digest.ts'
import { planContext } from '../../../src/core/context/plan-context.ts'
import type { ContextSettings } from '../../../src/core/context/situation.ts'
import type { ContextRequest } from '../../../src/core/model/context.ts'
import type { Memory } from '../../../src/core/model/memory.ts'
import { createSamples } from '../../conformance/samples.ts'
import { addVectors } from '../models/vectors.ts'
import { sha256 } from './capture.ts'
import { createTestClock } from './clock.ts'
import { openMemoryStore } from './memory-store.ts'

export const now = '2026-03-01T12:00:00.000Z'
export const session = { host: 'claude-code', hostSessionId: 'host-session' }

const request: ContextRequest = {
  events: ['session-start'],
  source: 'startup',
  session,
  projectId: 'p1',
  branch: 'main',
  files: [],
  prompt: undefined,
  agent: undefined,
  caller: {},
  notice: undefined,
  mostCharacters: 10_000,
}

const emptyDigest: Digest = {
  type: 'session',
  outcome: 'ok',
  toolEvents: 0,
  steps: [],
  filesRead: [],
  filesChanged: [],
  tests: [],
  commands: [],
  decided: [],
  learned: [],
  shipped: [],
  open: [],
}

/** A UUIDv7 that ends in the number. */
export const idOf = (number: number) =>
  `019a0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

export const textsOf = ({ lines }: { readonly lines: readonly { readonly text: string }[] }) =>
  lines.map(({ text }) => text)

export type MemoryGiven = Partial<Memory> & { readonly content: string }

/** A memory of project `p1`, 10 days old. */
export function memoryOf({ content, ...given }: MemoryGiven): Memory {
  const at = given.updatedAt ?? '2026-02-19T08:00:00.000Z'
  return {
    id: idOf(1),
    scope: 'project',
    scopeId: given.scope === 'global' ? '' : 'p1',
    key: undefined,
    kind: 'fact',
    content,
    contentHash: sha256(content),
    tags: [],
    keywords: [],
    importance: 0.5,
    source: 'heuristic',
    trust: 'agent',
    author: undefined,
    standing: 'memory',
    confirmation: 'stored',
    confirmedAt: at,
    host: undefined,
    pinned: false,
    validFrom: at,
    validTo: undefined,
    supersededBy: undefined,
    useCount: 0,
    lastUsedAt: undefined,
    files: [],
    commit: undefined,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...given,
  }
}

export type Context = Awaited<ReturnType<typeof openContext>>

export async function openContext(memories: readonly MemoryGiven[] = []) {
  const clock = createTestClock(now)
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  store.exec(
    `INSERT INTO projects (id, identity, name, created_at)
     VALUES ('p1', 'github.com/acme/widgets', 'widgets', '${now}')`,
  )
  const samples = createSamples(store)
  const { embed, readMeanings } = addVectors(store, clock)
  const ports = { ...store, clock, hash: sha256, readBranchStates, runMemoryChecks, readMeanings }
  const keep = (given: readonly MemoryGiven[]) =>
    store.transaction(async ({ memories: tx }) => {
      for (const memory of given) await tx.insert(memoryOf(memory))
    })
  await keep(memories)
  return {
    clock,
    store,
    ports,
    keep,
    /** Gives all memories vectors. */
    embed,
    plan: (changes: Partial<ContextRequest> = {}, settings: Partial<ContextSettings> = {}) =>
      planContext({ ...request, ...changes }, ports, { ...defaults, ...settings }),
    /** On the first of January. @returns its id */
    async addSession(hostSessionId: string, digest: Partial<Digest>, branch = 'main') {
      const { id } = await samples.addSession({ hostSessionId, projectId: 'p1', branch })
      await store.digests.put({
        id,
        sessionId: id,
        digest: { ...emptyDigest, ...digest },
        turnIds: [],
      })
      return id
    },
    /** A turn of the project that ended, as it is indexed and digested. */
    async addTurn(sessionId: string, number: number, prompt: string, answer: string) {
      const { id } = await samples.addTurn(sessionId, { number, prompt })
      await store.search.put([
        {
          ...{ type: 'turn', id, sessionId, projectId: 'p1', position: number },
          ...{ scope: { scope: 'project', scopeId: 'p1' }, at: '2026-01-01T10:00:00.000Z' },
          fields: { body: prompt, answer },
        },
      ])
      const steps = [{ turn: number, signs: [], request: prompt, result: answer, cites: [] }]
      await store.digests.put({
        ...{ id, sessionId, turnIds: [id] },
        digest: { ...emptyDigest, type: 'turn', steps },
      })
    },
    /** Records that the session got these. */
    async show(memoryIds: readonly string[], given = session) {
      await store.injections.record({
        id: store.ids.next(),
        session: given,
        projectId: 'p1',
        event: 'session-start',
        source: 'startup',
        at: clock.now().toISOString(),
        tokens: 0,
        characters: 0,
        lines: memoryIds.map((id) => ({
          section: 'project',
          id,
          kind: 'fact',
          trust: 'user',
          at: now,
          text: '',
          reason: '',
          tokens: 0,
        })),
      })
    },
  }
}

const defaults = configSchema.parse({}).context

/** Equal in all but what they are about; the last is the newest. */
export const topics = (count: number, from = 1): MemoryGiven[] =>
  [...Array(count).keys()].map((at) => ({
    ...{ id: idOf(from + at), content: `Topic${from + at} is settled.` },
    updatedAt: daysAgo(20 - (from + at) / 100),
  }))

export const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString()
