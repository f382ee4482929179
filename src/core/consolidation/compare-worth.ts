/** Decides which of several memories that say the same to keep. */
import { compareTrust } from '../memory/merge.ts'
import type { Said } from './run.ts'

/** Best first: memories before candidates, by trust, stored by hand, pinned, used more, longer; then the older. */
export function compareWorth(a: Said, b: Said): number {
  const [one, other] = [a.memory, b.memory]
  return (
    Number(other.standing === 'memory') - Number(one.standing === 'memory') ||
    compareTrust(other.trust, one.trust) ||
    Number(other.source === 'manual') - Number(one.source === 'manual') ||
    Number(other.pinned) - Number(one.pinned) ||
    other.useCount - one.useCount ||
    b.statement.words.length - a.statement.words.length ||
    compareText(one.createdAt, other.createdAt) ||
    compareText(one.id, other.id)
  )
}

/** By code units, independent of locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
