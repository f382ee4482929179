/** What the proof shows, in words that the terminal and the dashboard share. */
import type { OutputOf } from './operations/index.ts'
import type { ProofMeasure, ProofVerdict } from './vocabulary.ts'
import { count } from './wording.ts'

type Proof = OutputOf<'getProof'>
type Measured = Proof['measures'][number]

/** @param readDate a time as a date for the reader */
export function describeProof(proof: Proof, readDate: (time: string) => string): string[] {
  const { isOn, since, sessions, needed, measures } = proof
  const { withMemory, withoutMemory, open } = sessions
  const switchOn =
    '`throughline config set learning.proof on` holds back memory from a tenth of new sessions and compares them with the others.'
  if (since === undefined) {
    return [isOn ? 'On: no session has begun since you switched it on.' : `Off. ${switchOn}`]
  }
  const going = open === 0 ? '' : `; ${open} not over yet`
  const counted = `${count(withMemory, 'session')} with memory, ${withoutMemory} without, since ${readDate(since)}${going}.`
  const state = isOn ? [] : ['Off now: no session is held back.']
  const few = `Not enough sessions yet: ${needed} of each kind are needed.`
  return [...state, counted, ...(measures.length === 0 ? [few] : [])]
}

/** Below the figures. */
export const proofNote =
  'Ranges are right in 95 of 100 cases. A difference is named only if chance alone would show it less than once in 100 times. Corrections are prompts in which you object; tokens are estimated from what was captured, memory included.'

const names: Record<ProofMeasure, string> = {
  corrections: 'Corrections per 10 prompts',
  'repeated-failures': 'Repeated failures per 10 sessions',
  prompts: 'Prompts in a typical session',
  tokens: 'Tokens in a typical session',
}

const verdicts: Record<ProofVerdict, string> = {
  fewer: 'fewer with memory',
  more: 'more with memory',
  unclear: 'no difference shown',
  'too-few': 'not enough yet',
}

export function proofFigures({ measure, withMemory, withoutMemory, verdict }: Measured) {
  return {
    name: names[measure],
    withMemory: inRange(withMemory),
    withoutMemory: inRange(withoutMemory),
    verdict: verdicts[verdict],
  }
}

/** `0.8 (0.6–1.1)`, `31k (28k–34k)` */
function inRange(range: Measured['withMemory']): string {
  if (!range) return '–'
  return `${brief(range.value)} (${brief(range.low)}–${brief(range.high)})`
}

function brief(value: number): string {
  if (value >= 999_500) return `${(value / 1_000_000).toFixed(1)}M`
  if (value >= 9_950) return `${Math.round(value / 1_000)}k`
  if (value >= 1_000) return `${(value / 1_000).toFixed(1)}k`
  return value >= 99.5 ? String(Math.round(value)) : value.toFixed(value < 0.95 ? 2 : 1)
}
