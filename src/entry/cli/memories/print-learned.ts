/** What `learn` prints of the memories it found. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { WriteResult } from '../../../core/memory/write-memory.ts'
import type { Memory } from '../../../core/model/memory.ts'
import { withCapital } from '../../../core/text/shorten.ts'
import type { CliContext } from '../context.ts'
import {
  brief,
  count,
  dollars,
  indented,
  memoriesInWords,
  printWrapped,
  readableDate,
} from '../present.ts'

export interface Found extends WriteResult {
  /** Its name. */
  readonly project: string | undefined
}

export interface Run {
  readonly read: number
  readonly left: number
  readonly found: readonly Found[]
  /** Sessions that the model would not read. */
  readonly failed: readonly { readonly session: string; readonly reason: string }[]
  /** Why it ended early. */
  readonly stopped?: string | undefined
}

export function printReading(
  context: CliContext,
  { read, left, found, failed }: Run,
  cost: number,
  sessions: OutputOf<'listUnread'>['sessions'],
): void {
  const learned = found.filter(isNew)
  const memories = learned.filter(isMemory)
  const best = memories
    .toSorted((a, b) => b.memory.importance - a.memory.importance)
    .slice(0, mostShown)
  context.print()
  if (best.length < memories.length) context.print('The most important:', 'heading')
  printInFull(context, best)
  for (const { session, reason } of failed) {
    const startedAt = sessions.find(({ id }) => id === session)?.startedAt ?? ''
    const which = `session ${brief(session)} of ${readableDate(startedAt)}`
    printWrapped(context, `Not read: ${which}, because ${reason}`, '  ')
  }
  const facts = [
    `${foundInWords(learned)} learned from ${count(read - failed.length, 'session')}`,
    ...(cost > 0 ? [dollars(cost)] : []),
    ...(left > 0 ? [`${left} left`] : []),
  ]
  context.print()
  printWrapped(context, `${facts.join(', ')}.`)
  const [first] = sessions
  if (first && best.length < memories.length) {
    const all = `learned --since ${readableDate(first.startedAt)}`
    context.print(`throughline ${all}  lists all of them`)
  }
}

const mostShown = 6

type Learnable = Pick<OutputOf<'extractSession'>['found'][number], 'outcome'> & {
  readonly memory: Pick<Memory, 'kind' | 'scope' | 'content' | 'standing'>
  readonly project?: string | undefined
}

export const isNew = ({ outcome }: Learnable) => outcome === 'created' || outcome === 'superseded'
export const isMemory = ({ memory }: Learnable) => memory.standing === 'memory'

export function foundInWords(found: readonly Learnable[]): string {
  const memories = found.filter(isMemory).length
  return withCapital(memoriesInWords(memories, found.length - memories))
}

const widest = 80

/** In full, so that they can be judged. */
export function printInFull(context: CliContext, found: readonly Learnable[]): void {
  const inner = { ...context, columns: Math.min(context.columns ?? widest, widest) }
  for (const { memory, project } of found) {
    printWrapped(indented(inner, '  '), memory.content.replace(/\s+/g, ' '))
    context.print(`    ${memory.kind}, ${project ?? memory.scope}`, 'quiet')
  }
}
