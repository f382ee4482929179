/**
 * The texts by which a hook recognises, without starting Node, that a tool call may concern a file
 * that memories are about. They only decide whether to look: too many cost time, a missing one costs
 * a line.
 */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { Memory } from '../../model/memory.ts'
import { type ChangeFeed, type Cursor, feedStart } from '../../ports/change-feed.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'

export interface TriggerPorts {
  readonly memories: Pick<MemoryStore, 'findMany' | 'idsAfter'>
  readonly changes: Pick<ChangeFeed, 'after' | 'head'>
  /** Replaces the list; called only if it changed. */
  readonly write: (triggers: readonly string[]) => void
}

export interface FileTriggers {
  /** Follows the memories that changed since the last time. */
  catchUp(signal: AbortSignal): Promise<void>
  /** Empties the list, because it is no longer kept up to date. */
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

/** None for memories that are not injected. */
function triggersOf(memory: Memory): string[] {
  const { standing, trust, validTo } = memory
  if (standing !== 'memory' || trust === 'tool' || validTo !== undefined) return []
  return filesNamedBy(memory).flatMap(({ path }) => spellings(path))
}

/**
 * As in payloads, which are JSON. A bare name must match from its beginning. Without a dot it may be
 * a folder, which is in the path of every file in it; so it must also match to its end.
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

interface NamedFile {
  /** With `/` between its parts. */
  readonly path: string
  readonly isAnchor: boolean
}

/** The files a memory is about: those it is anchored to, and those its text names. */
export function filesNamedBy({ files, content }: Pick<Memory, 'files' | 'content'>): NamedFile[] {
  const anchors = files.map((path) => ({ path: normalise(path), isAnchor: true }))
  const named = pathsIn(content).map((path) => ({ path, isAnchor: false }))
  const known = new Set(anchors.map(({ path }) => path))
  return [...anchors, ...named.filter(({ path }) => !known.has(path))].filter(isUsable)
}

/** A shorter one would be found everywhere. */
const leastCharacters = 4
const mostCharacters = 200

const isUsable = ({ path }: NamedFile) =>
  path.length >= leastCharacters && path.length <= mostCharacters

const normalise = (path: string) => path.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '')

function pathsIn(content: string): string[] {
  const prose = content.replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, ' ')
  const paths = [...prose.matchAll(pathLike)].map(([path]) => normalise(path))
  return [...new Set(paths.filter((path) => path.includes('/') || isTellingName(path)))]
}

const extensions =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|json|py|rb|go|rs|java|kt|kts|c|h|cc|cpp|hpp|cs|swift|php|sh|bash|zsh|sql|md|mdx|yml|yaml|toml|ini|cfg|conf|env|lock|css|scss|less|html|vue|svelte|xml|gradle|tf|proto|graphql|ex|exs|erl|clj|scala|lua|dart|jl|pl|pm|ipynb|txt|csv'
const pathLike = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@/.-])(?:[\p{L}\p{N}_@.+-]+/)*[\p{L}\p{N}_@+-][\p{L}\p{N}_@.+-]*\.(?:${extensions})(?![\p{L}\p{N}_/-]|\.\p{L})`,
  'gu',
)

/** Not `index.ts`, which every project has several of, or Node.js, which is no file. */
const isTellingName = (name: string) => !commonNames.test(name)
const commonNames =
  /^(?:index|main|mod|lib|app|init|__init__|setup|config|settings|utils?|helpers?|types?|constants?|tests?|conftest|page|layout|route|routes|styles?|readme|changelog|license|package(?:-lock)?|tsconfig|claude|agents|gemini|makefile|dockerfile|docker-compose|cargo|pyproject|requirements|go)(?:\.\w+)+$|^(?:node|next|nuxt|vue|express|three|d3|discord|chart|moment|react|angular|ember|backbone|require|p5|bun|deno)\.js$/i

/** How surely a memory that names one path is about the file with the other; 0 if it is not. */
export function closeness({ path, isAnchor }: NamedFile, file: string): number {
  if (path === file) return isAnchor ? 3 : 2
  return file.endsWith(`/${path}`) && (path.includes('/') || isTellingName(path)) ? 1 : 0
}
