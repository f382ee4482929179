/**
 * The texts by which a hook recognises, without starting Node, that a tool call may concern a file
 * that memories are about, or a rule. They only decide whether to look: too many cost time, a missing
 * one costs a line.
 */

import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { isRuling, type Memory } from '../model/memory.ts'
import { type ChangeFeed, type Cursor, feedStart } from '../ports/change-feed.ts'
import type { GuardStore } from '../ports/guard-store.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import { fileTriggersOf } from './file/file-triggers.ts'
import { guardPatternsOf, isEnforced, textsToLookFor } from './guards/guard.ts'

export interface TriggerPorts {
  readonly memories: Pick<MemoryStore, 'findMany' | 'idsAfter'>
  readonly changes: Pick<ChangeFeed, 'after' | 'head'>
  readonly guards: Pick<GuardStore, 'list'>
  /** Replaces the lists; called only if one changed. */
  readonly write: (triggers: TriggerLists) => void
  /** Before a tool: the texts of guards that ask or block. */
  readonly writeGuards: (texts: readonly string[]) => void
}

export interface TriggerLists {
  /** After a tool: of the files that any memory is about. */
  readonly files: readonly string[]
  /** Before a tool: of the commands and paths that rules are about, as whole words. */
  readonly tools: readonly string[]
}

export interface Triggers {
  /** Follows the memories that changed since the last time. */
  catchUp(signal: AbortSignal): Promise<void>
  /** Writes the list of guards that ask or block: it stays while nobody follows the memories. */
  publishGuards(): Promise<void>
  /** Empties the lists that are no longer kept up to date. */
  clear(): void
}

const mostTriggers = 2_000
const pageSize = 200

export function createTriggers(ports: TriggerPorts): Triggers {
  const { memories, changes, guards, write } = ports
  const known = new Map<string, Pick<Memory, 'updatedAt'> & TriggerLists>()
  let cursor: Cursor | undefined
  let written: string | undefined
  let lastSet: string | undefined

  async function read(ids: readonly string[]): Promise<void> {
    for (const id of ids) known.delete(id)
    for (const memory of await memories.findMany(ids)) {
      const lists = triggersOf(memory)
      const { id, updatedAt } = memory
      if (lists.files.length + lists.tools.length > 0) known.set(id, { updatedAt, ...lists })
    }
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    const head = await changes.head()
    for (let last = ''; !signal.aborted; ) {
      const ids = await memories.idsAfter(last, pageSize)
      if (ids.length === 0) {
        cursor = head
        return
      }
      await read(ids)
      last = ids.at(-1) ?? ''
      await yieldToEventLoop()
    }
  }

  /** @returns whether anything changed */
  async function readChanged(signal: AbortSignal): Promise<boolean> {
    let hasChanged = false
    while (!signal.aborted) {
      const filter = { subjects: ['memory' as const], latestOnly: true }
      const page = await changes.after(cursor ?? feedStart, pageSize, filter)
      cursor = page.cursor
      if (page.changes.length === 0) break
      await read(page.changes.map(({ id }) => id))
      hasChanged = true
    }
    return hasChanged
  }

  async function publish(): Promise<void> {
    const set = new Map((await guards.list()).map((guard) => [guard.memoryId, guard]))
    const noted = [...set.values()].filter(({ level }) => level === 'note')
    const latest = [...known]
      .map(([id, lists]) => (set.has(id) ? { ...lists, tools: [] } : lists))
      .sort((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1))
    const own = { files: [], tools: noted.flatMap(({ patterns }) => textsToLookFor(patterns)) }
    const listOf = (name: keyof TriggerLists) =>
      [...new Set([...own[name], ...latest.flatMap((each) => each[name])])]
        .slice(0, mostTriggers)
        .sort()
    const lists = { files: listOf('files'), tools: listOf('tools') }
    const text = JSON.stringify(lists)
    if (text === written) return
    write(lists)
    written = text
  }

  async function publishGuards(): Promise<void> {
    const enforced = (await guards.list()).filter(({ level }) => isEnforced(level))
    const texts = enforced.flatMap(({ patterns }) => textsToLookFor(patterns))
    ports.writeGuards([...new Set(texts)].sort())
  }

  return {
    async catchUp(signal) {
      const isFirst = cursor === undefined
      if (isFirst) await readAll(signal)
      const hasChanged = await readChanged(signal)
      const areSet = JSON.stringify(await guards.list())
      if (signal.aborted || (!isFirst && !hasChanged && areSet === lastSet)) return
      if (isFirst) await publishGuards()
      lastSet = areSet
      await publish()
    },
    publishGuards,
    clear: () => write(nothing),
  }
}

const nothing: TriggerLists = { files: [], tools: [] }

/** None for memories that are not injected. */
function triggersOf(memory: Memory): TriggerLists {
  const { standing, trust, validTo } = memory
  if (standing !== 'memory' || trust === 'tool' || validTo !== undefined) return nothing
  const tools = isRuling(memory) ? textsToLookFor(guardPatternsOf(memory)) : []
  return { files: fileTriggersOf(memory), tools }
}
