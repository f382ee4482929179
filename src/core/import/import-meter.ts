/** How far an import is: sessions, bytes and the time left. */
import type { ImportRun } from '../../contract/operations/import.ts'
import type { HistoryItem } from '../ports/history-source.ts'
import type { FoundHistory, ImportResult } from './import-histories.ts'

export interface ImportMeter {
  begin(now: Date): ImportRun
  /** @param result what the import brought so far */
  passed(item: HistoryItem, result: ImportResult, now: Date): ImportRun
  end(state: 'done' | 'stopped', result: ImportResult, now: Date): ImportRun
}

const nothing = { sessions: 0, turns: 0, toolCalls: 0, failures: 0 }

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
    brought: result ? broughtBy(result) : nothing,
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
  return { sessions: sessions.size, turns, toolCalls, failures }
}
