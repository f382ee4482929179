/** What the figures should reach on the development sessions. */
import type { Figure, Figures } from './measures.ts'

export interface Target {
  readonly is: 'least' | 'most'
  readonly value: number
}

const least = (value: number): Target => ({ is: 'least', value })
const most = (value: number): Target => ({ is: 'most', value })

export const targets: Readonly<Partial<Record<keyof Figures, Target>>> = {
  'told.precision': least(0.85),
  'told.recall': least(0.08),
  'trap.told': most(0),
  'trap.kept': most(0.05),
  'ask.rate': most(0.3),
  'ask.stored.recall': least(0.65),
  'start.lines': most(6),
}

/** A figure without anything to divide by misses nothing. */
export function isMissed(figure: Figure, { is, value }: Target): boolean {
  if (figure === undefined) return false
  return is === 'least' ? figure < value : figure > value
}
