/** The progress of an import: sessions, bytes and the time left. */
import type { ImportRun } from '../../contract/operations/import.ts'
import type { HistoryItem } from '../ports/history-source.ts'
import type { FoundHistory, ImportResult } from './import-histories.ts'
import type { MemoryImportResult } from './memories/import-memories.ts'

export interface ImportMeter {
  begin(now: Date): ImportRun
  /** @param result of the import so far */
  passed(item: HistoryItem, result: ImportResult, now: Date): ImportRun
  /** @param state `running` while memories are still to come */
  end(state: ImportRun['state'], result: ImportResult, now: Date): ImportRun
}

export const broughtNothing: ImportRun['brought'] = {
  ...{ sessions: 0, turns: 0, toolCalls: 0, failures: 0 },
  ...{ memories: 0, candidates: 0 },
}

export function createImportMeter(found: readonly FoundHistory[], startedAt: Date): ImportMeter {
  const items = found.flatMap((history) => history.items)
  const sum = (size: (item: HistoryItem) => number) =>
    items.reduce((total, item) => total + size(item), 0)
  const all = { sessions: sum(({ sessions }) => sessions), bytes: sum(({ bytes }) => bytes) }
  const done = { sessions: 0, bytes: 0 }
  const runAt = (state: ImportRun['state'], now: Date, result?: ImportResult): ImportRun => ({
    state,
    startedAt: startedAt.toISOString(),
    updatedAt: now.toISOString(),
    sessions: { done: done.sessions, all: all.sessions },
    bytes: { done: done.bytes, all: all.bytes },
    ...(state === 'running' && done.bytes > 0 && { secondsLeft: secondsLeft(now) }),
    brought: result ? broughtBy(result) : broughtNothing,
    unreadable: result?.failed.length ?? 0,
  })
  const secondsLeft = (now: Date) => {
    const seconds = (now.getTime() - startedAt.getTime()) / 1_000
    return Math.ceil((seconds * (all.bytes - done.bytes)) / done.bytes)
  }
  return {
    begin: (now) => runAt('running', now),
    passed(item, result, now) {
      done.sessions += item.sessions
      done.bytes += item.bytes
      return runAt('running', now, result)
    },
    end: (state, result, now) => runAt(state, now, result),
  }
}

function broughtBy({ sessions, turns, toolCalls, failures }: ImportResult): ImportRun['brought'] {
  return { ...broughtNothing, sessions: sessions.size, turns, toolCalls, failures }
}

/** Other tools' memories come after the sessions. */
export function withMemories(
  run: ImportRun,
  results: readonly MemoryImportResult[],
  state: 'done' | 'stopped',
  now: Date,
): ImportRun {
  const sum = (amount: (result: MemoryImportResult) => number) =>
    results.reduce((total, result) => total + amount(result), 0)
  const memories = sum((result) => result.memories)
  const candidates = sum((result) => result.candidates)
  return {
    ...run,
    state,
    updatedAt: now.toISOString(),
    brought: { ...run.brought, memories, candidates },
    unreadable: run.unreadable + sum(({ failed }) => failed.length),
  }
}
