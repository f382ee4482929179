/** The state of a wiki as text: the whole of it, and a line for what each later build changed. */
import { z } from 'zod'
import { memoryKinds } from '../../contract/vocabulary.ts'
import { isTurnOver, yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import type { WikiState, WrittenPage } from '../../core/ports/wiki.ts'

const block = z.object({
  text: z.string(),
  content: z.string(),
  kind: z.enum(memoryKinds),
  version: z.int(),
  isDoubtful: z.boolean().optional(),
})

const page = z.object({
  hash: z.string(),
  fingerprint: z.string(),
  compiled: z.string(),
  generated: z.array(z.string()),
  blocks: z.record(z.string(), block),
  conflicts: z.array(z.string()),
  hasRefused: z.boolean(),
  hasOwn: z.boolean().optional(),
})

const head = {
  folder: z.string(),
  cursor: z.string(),
  builtAt: z.string(),
  held: z.record(z.string(), z.string()),
  /** Of the whole state that a line belongs to: lines of another are left over from a kill. */
  wholeId: z.string().default(''),
}

const whole = z.object({ ...head, pages: z.record(z.string(), page) })

/** Pages that are gone are null. */
const build = z.object({ ...head, pages: z.record(z.string(), page.nullable()) })

export const announced = z.record(
  z.string(),
  z.object({ from: page.nullable(), next: page.nullable() }),
)

export interface NamedState {
  readonly state: WikiState
  /** Another for every whole state that is written. */
  readonly wholeId: string
}

/** In pieces, as `writeRecord`. */
export async function writeWholeState({ state, wholeId }: NamedState): Promise<string[]> {
  const { pages, ...rest } = state
  const head = JSON.stringify({ wholeId, ...rest })
  return [`${head.slice(0, -1)},"pages":`, ...(await writeRecord(pages)), '}']
}

const pieceCharacters = 64 * 1024

/** As JSON in pieces, with pauses for others: ten thousand memories take 100 ms. */
export async function writeRecord(record: Readonly<Record<string, unknown>>): Promise<string[]> {
  const pieces: string[] = []
  let piece = '{'
  let isFirst = true
  for (const name of Object.keys(record)) {
    piece += `${isFirst ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(record[name])}`
    isFirst = false
    if (piece.length > pieceCharacters) {
      pieces.push(piece)
      piece = ''
    }
    if (isTurnOver()) await yieldToEventLoop()
  }
  return [...pieces, `${piece}}`]
}

/** @throws for what is no state */
export function readWholeState(text: string): NamedState {
  const { wholeId, ...state } = whole.parse(JSON.parse(text))
  return { state, wholeId }
}

/** A line with what a build changed. */
export function writeBuild(before: NamedState, { pages: after, ...state }: WikiState): string {
  const pages: Record<string, WrittenPage | null> = {}
  for (const path of Object.keys(after)) {
    const written = after[path]
    if (written && written !== before.state.pages[path]) pages[path] = written
  }
  for (const path of Object.keys(before.state.pages)) if (!after[path]) pages[path] = null
  return `${JSON.stringify({ wholeId: before.wholeId, ...state, pages })}\n`
}

/** @throws for a line that is no build, unless it is the last and has no end */
export function readBuilds({ state, wholeId }: NamedState, text: string): NamedState {
  const pages = new Map(Object.entries(state.pages))
  let last: Omit<WikiState, 'pages'> = state
  for (const line of text.split('\n').slice(0, -1)) {
    const { wholeId: its, pages: changed, ...rest } = build.parse(JSON.parse(line))
    if (its !== wholeId) continue
    for (const [path, written] of Object.entries(changed)) {
      if (written) pages.set(path, written)
      else pages.delete(path)
    }
    last = rest
  }
  return { state: { ...last, pages: Object.fromEntries(pages) }, wholeId }
}
