/** Says why a hit ranks where it does. */
import type { Prior, PriorName } from './ranking/priors.ts'
import type { Boost } from './ranking/rank.ts'

export interface HitExplanation {
  /** The share of the question its words answer, 0 to about 1. */
  readonly match: number
  /** The question's terms in the document, and those only in the turns around it. */
  readonly terms: readonly string[]
  readonly nearby: readonly string[]
  readonly boosts: readonly Boost[]
  readonly priors: readonly Prior[]
  /** Whether the text contains the question verbatim. */
  readonly literal: boolean
}

const boostWords: Record<Boost, string> = {
  named: 'said by the person named',
  dated: 'from the time asked about',
  'tells-time': 'mentions a time',
  'only-asks': 'only asks',
}

const priorWords: Record<PriorName, string> = {
  meaning: 'its meaning',
  'shared-files': 'shares files with the best matches',
  recent: 'recent',
  faded: 'not used for long',
  branch: 'same branch',
  files: 'touches your files',
  important: 'importance',
  used: 'used before',
  pinned: 'pinned',
}

/** One line: `has parse, json.ts; nearby: hook; same branch (+0.40)`. */
export function describeExplanation(explanation: HitExplanation): string {
  const { terms, nearby, boosts, priors, literal } = explanation
  const parts = [
    ...(literal ? ['contains the text as it is written'] : []),
    ...(terms.length > 0 ? [`has ${terms.join(', ')}`] : []),
    ...(nearby.length > 0 ? [`nearby: ${nearby.join(', ')}`] : []),
    ...boosts.map((boost) => boostWords[boost]),
    ...priors.map(({ name, amount }) => `${priorWords[name]} (${signed(amount)})`),
  ]
  return parts.length > 0 ? parts.join('; ') : 'newest'
}

const signed = (amount: number) => `${amount < 0 ? '−' : '+'}${Math.abs(amount).toFixed(2)}`
