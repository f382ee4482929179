/** Moments at which a session needs what an earlier one of its project has settled. */
import { z } from 'zod'
import type { Item, Source } from '../real-sessions/data.ts'
import { parseLines } from '../real-sessions/data.ts'
import { isAbout, itemName } from '../real-sessions/matching.ts'
import type { Given, GivenLine, Replay } from '../real-sessions/results.ts'
import { readText } from '../recall-data.ts'

const itemReference = z.object({ session: z.string(), n: z.number() })

const needSchema = z.object({
  id: z.string().default(''),
  source: z.string(),
  item: itemReference,
  /** Items that would serve as well. */
  also: z.array(itemReference).default([]),
  /** The session that needs it. */
  session: z.string(),
  /** The last one at which giving it is still useful. */
  turn: z.number().default(1),
  /** standing: a rule that governs the session; prompt, action, failure, file: what shows the need. */
  how: z.string().default('prompt'),
  /** strong: the user had to repeat it, or the mistake recurred. */
  strength: z.string().default('medium'),
  why: z.string().default(''),
})
export type Need = z.infer<typeof needSchema>

export function readNeeds(file: string): Need[] {
  return parseLines(readText(file), needSchema)
}

export interface JudgedNeed extends Need {
  readonly replay: Replay
  /** The item and those that would serve as well, as far as the labels have them. */
  readonly items: readonly Item[]
  /** The memories that were stored for them. */
  readonly memoryIds: readonly string[]
  /** When it was given first and in time; undefined if it was not. */
  readonly metAt: { readonly moment: string; readonly turn: number } | undefined
}

/** Needs of other sources and of unknown sessions are left out. */
export function judgeNeeds(needs: readonly Need[], replay: Replay): JudgedNeed[] {
  const { source, stored, given } = replay
  const known = new Set(source.sessions.map(({ id }) => id))
  const own = needs.filter((need) => need.source === source.name && known.has(need.session))
  return own.map((need) => {
    const references = [need.item, ...need.also]
    const items = references.flatMap((reference) => findItem(reference, source) ?? [])
    const memoryIds = references.flatMap(
      (reference) => stored.get(itemName({ id: reference.session }, reference)) ?? [],
    )
    const inTime = given.filter(
      ({ session, turn }) => session === need.session && turn <= need.turn,
    )
    const serving = inTime.flatMap(({ turn, lines }) =>
      lines
        .filter((line) => serves(line, { items, memoryIds }, replay))
        .map(({ moment }) => ({ moment, turn })),
    )
    return { ...need, replay, items, memoryIds, metAt: serving[0] }
  })
}

function findItem({ session, n }: z.infer<typeof itemReference>, { sessions }: Source) {
  return sessions.find(({ id }) => id === session)?.items.find((item) => item.n === n)
}

/** A stored item is served by its own memory only; what the product learned itself, by its text. */
function serves(
  { memoryId, text }: GivenLine,
  { items, memoryIds }: Pick<JudgedNeed, 'items' | 'memoryIds'>,
  { stored }: Replay,
): boolean {
  const isStored = [...stored.values()].some((id) => id === memoryId)
  if (memoryId !== undefined && isStored) return memoryIds.includes(memoryId)
  return items.some((item) => item.must.length > 0 && isAbout(text, item))
}

/** Whether the line serves some need of its session. */
export function isUseful(line: GivenLine, { session }: Given, needs: readonly JudgedNeed[]) {
  return needs.some((need) => need.session === session && serves(line, need, need.replay))
}
