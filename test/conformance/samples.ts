/** Rows as ingest writes them. */
import type { EventDetail, HostEvent } from '../../src/core/model/host-event.ts'
import type { Memory } from '../../src/core/model/memory.ts'
import type { CaptureStore, NewSession, NewTurn } from '../../src/core/ports/capture-store.ts'
import { feedStart } from '../../src/core/ports/change-feed.ts'
import type { Stores } from './open-stores.ts'

export const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString()

export function hostEvent(changes: Partial<HostEvent> = {}): HostEvent {
  return {
    host: 'claude-code',
    name: 'Stop',
    sessionId: 's1',
    detail: { kind: 'other' },
    isDistinct: false,
    fields: {},
    ...changes,
  }
}

export const toolDetail: Extract<EventDetail, { kind: 'tool' }> = {
  kind: 'tool',
  toolName: 'Bash',
  toolUseId: 't1',
  input: { command: 'ls' },
  output: { stdout: 'README.md' },
  outcome: 'ok',
  durationMs: 12,
}

/** In project `a` by default. */
export function sampleMemory(id: string, changes: Partial<Memory> = {}): Memory {
  return {
    id,
    scope: 'project',
    scopeId: 'a',
    key: undefined,
    kind: 'fact',
    content: `statement ${id}`,
    contentHash: id.replaceAll('-', ''),
    tags: [],
    keywords: [],
    importance: 0.5,
    source: 'manual',
    trust: 'user',
    author: undefined,
    standing: 'memory',
    confirmation: 'stored',
    confirmedAt: at(0),
    host: undefined,
    pinned: false,
    validFrom: at(0),
    validTo: undefined,
    supersededBy: undefined,
    useCount: 0,
    lastUsedAt: undefined,
    files: [],
    commit: undefined,
    version: 1,
    createdAt: at(0),
    updatedAt: at(0),
    ...changes,
  }
}

export function createSamples({ transaction, ids }: Pick<Stores, 'transaction' | 'ids'>) {
  const newSession = (changes: Partial<NewSession> = {}): NewSession => ({
    id: ids.next(),
    host: 'claude-code',
    hostSessionId: 's1',
    projectId: undefined,
    startedAt: at(0),
    cwd: '/w/a',
    branch: 'main',
    transcriptPath: '/t/s1.jsonl',
    model: 'opus',
    ...changes,
  })
  const addSession = (changes: Partial<NewSession> = {}) =>
    transaction(({ capture: tx }) => tx.insertSession(newSession(changes)))
  const addTurn = (sessionId: string, changes: Partial<NewTurn> = {}) =>
    transaction(({ capture: tx }) =>
      tx.insertTurn({
        id: ids.next(),
        sessionId,
        hostTurnId: undefined,
        prompt: 'hello',
        origin: 'user',
        startedAt: at(1),
        ...changes,
      }),
    )
  const insertEvent = (
    tx: CaptureStore,
    sessionId: string,
    options: { key?: string; turnId?: string; second?: number; event?: Partial<HostEvent> } = {},
  ) => {
    const id = ids.next()
    const row = {
      id,
      key: options.key ?? id.replaceAll('-', ''),
      sessionId,
      turnId: options.turnId,
      occurredAt: at(options.second ?? 2),
      event: hostEvent(options.event),
    }
    return tx.insertEvent(row).then((isNew) => ({ ...row, isNew }))
  }
  const addEvent = (sessionId: string, options: Parameters<typeof insertEvent>[2] = {}) =>
    transaction(({ capture: tx }) => insertEvent(tx, sessionId, options))
  const addToolEvent = (
    sessionId: string,
    options: Parameters<typeof insertEvent>[2] & {
      detail?: Partial<typeof toolDetail>
      isForeign?: boolean
    } = {},
  ) =>
    transaction(async ({ capture: tx }) => {
      const detail = { ...toolDetail, ...options.detail }
      const row = await insertEvent(tx, sessionId, {
        ...options,
        event: { name: 'PostToolUse', ...options.event, detail },
      })
      await tx.insertToolEvent({ ...row, detail, isForeign: options.isForeign ?? false })
      return row
    })
  return { newSession, addSession, addTurn, addEvent, addToolEvent }
}

/** Every event, in order of ingestion. */
export async function readEvents({ changes, history }: Pick<Stores, 'changes' | 'history'>) {
  const page = await changes.after(feedStart, 1_000, { subjects: ['event', 'tool-event'] })
  return history.events(page.changes.map(({ id }) => id))
}
