/** What a memory is about: an item of the labels, a trap, or nothing that anyone would keep. */
import type { Item, LabelledSession, Trap } from './data.ts'

export function isAbout(text: string, { must }: Item): boolean {
  return must.every((pattern) => pattern.test(text))
}

/** The name of an item in the labels of other sessions. */
export const itemName = (session: Pick<LabelledSession, 'id'>, { n }: Pick<Item, 'n'>) =>
  `${session.id}#${n}`

export const mustAt = ({ items }: LabelledSession, turn: number) =>
  items.some(({ grade, turns }) => grade === 'must' && turns.includes(turn))

/** The least share of the longer text that a contained one covers. */
const leastCovered = 0.7

/**
 * A trap is kept if a memory consists of the same words in the same order, whatever their case and
 * punctuation, or if one of the two contains the other and is little longer: the shorter has at least
 * 70 % of the longer one's words.
 */
export function isNearly(text: string, { text: trap }: Pick<Trap, 'text'>): boolean {
  const [shorter = [], longer = []] = [wordsOf(text), wordsOf(trap)].toSorted(
    (a, b) => a.length - b.length,
  )
  if (shorter.length === 0 || shorter.length < leastCovered * longer.length) return false
  return ` ${longer.join(' ')} `.includes(` ${shorter.join(' ')} `)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
