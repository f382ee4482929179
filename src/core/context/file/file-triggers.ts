/**
 * The texts by which a hook recognises, without starting Node, that a tool call may concern a file
 * that memories are about. They only decide whether anybody looks: too many cost time, a missing or
 * outdated one costs a line.
 */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { Memory } from '../../model/memory.ts'
import { type ChangeFeed, type Cursor, feedStart } from '../../ports/change-feed.ts'
import type { MemoryReader } from '../../ports/memory-store.ts'
import { filesNamedBy } from './named-files.ts'

export interface TriggerPorts {
  readonly memories: Pick<MemoryReader, 'findMany' | 'idsAfter'>
  readonly changes: Pick<ChangeFeed, 'after' | 'head'>
  /** Replaces the list; called only with another one. */
  readonly write: (triggers: readonly string[]) => void
}

export interface FileTriggers {
  /** Follows the memories that changed since the last time. */
  catchUp(signal: AbortSignal): Promise<void>
  /** Removes the list: nobody would keep it any more. */
  clear(): void
}

const mostTriggers = 2_000
const pageSize = 200

export function createFileTriggers({ memories, changes, write }: TriggerPorts): FileTriggers {
  const known = new Map<string, Pick<Memory, 'updatedAt'> & { triggers: readonly string[] }>()
  let cursor: Cursor | undefined
  let written: string | undefined

  async function read(ids: readonly string[]): Promise<void> {
    for (const id of ids) known.delete(id)
    for (const memory of await memories.findMany(ids)) {
      const triggers = triggersOf(memory)
      const { id, updatedAt } = memory
      if (triggers.length > 0) known.set(id, { updatedAt, triggers })
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

  function publish(): void {
    const latest = [...known.values()].sort((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1))
    const all = new Set(latest.flatMap(({ triggers }) => triggers))
    const list = [...all].slice(0, mostTriggers).sort()
    const text = list.join('\n')
    if (text === written) return
    write(list)
    written = text
  }

  return {
    async catchUp(signal) {
      const isFirst = cursor === undefined
      if (isFirst) await readAll(signal)
      const hasChanged = await readChanged(signal)
      if (!signal.aborted && (isFirst || hasChanged)) publish()
    },
    clear: () => write([]),
  }
}

/** Nothing for what is not given anyway. */
function triggersOf(memory: Memory): string[] {
  const { standing, trust, validTo } = memory
  if (standing !== 'memory' || trust === 'tool' || validTo !== undefined) return []
  return filesNamedBy(memory).flatMap(({ path }) => spellings(path))
}

/**
 * As payloads contain it, which are JSON. A bare name counts where a name begins. Without a dot it
 * may be a folder, which would be found in the path of every file in it; so it counts where it ends.
 */
function spellings(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const starts = name === path ? ['/', ' ', '"'] : ['']
  const end = name.includes('.') ? '' : '"'
  const plain = JSON.stringify(path).slice(1, -1)
  const ascii = plain.replace(/[^ -~]/g, escapeUnit)
  return [...new Set([plain, ascii])].flatMap((text) =>
    starts.map((start) => `${start}${text}${end}`),
  )
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
