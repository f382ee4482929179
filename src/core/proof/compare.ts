/**
 * Compares sessions with memory and sessions without. Counts and lengths of sessions are skewed, so
 * everything is computed from logarithms; what varies is a session, however long it is.
 */

export interface Estimate {
  readonly value: number
  /** Between these in 95 of 100 cases. */
  readonly low: number
  readonly high: number
}

interface Comparison {
  readonly verdict: 'fewer' | 'more' | 'unclear' | 'too-few'
  readonly withMemory?: Estimate
  readonly withoutMemory?: Estimate
  /** With memory, as a multiple of without; between its ends in 99 of 100 cases. */
  readonly ratio?: Estimate
}

/** Of one kind of session. */
export interface Sample {
  readonly value: number
  /** Its logarithm, as estimated, and the variance of that. */
  readonly log: number
  readonly variance: number
  readonly sessions: number
}

/** Of each kind, before anything is compared. */
export const leastSessions = 20
const leastEvents = 5

interface Counted {
  readonly events: number
  readonly units: number
}

/**
 * How often something happens per unit, over all sessions. Its variance is that of the jackknife:
 * what leaving out one session after the other changes.
 */
export function rateOf(counts: readonly Counted[]): Sample | undefined {
  const sessions = counts.length
  const events = counts.reduce((sum, each) => sum + each.events, 0)
  const units = counts.reduce((sum, each) => sum + each.units, 0)
  if (sessions < leastSessions || events < leastEvents) return undefined
  const others = counts.map((each) =>
    Math.log((events - each.events + smallest) / (units - each.units)),
  )
  const jackknife = ((sessions - 1) ** 2 / sessions) * varianceOf(others)
  // Events that come evenly by chance must not look more certain than single ones are.
  const variance = Math.max(jackknife, 1 / events)
  return { value: events / units, log: Math.log(events / units), variance, sessions }
}

/** So that a session with all the events can be left out. */
const smallest = 0.5

/** The size of a typical session: the geometric mean, which a few huge ones hardly move. */
export function typicalOf(sizes: readonly number[]): Sample | undefined {
  const sessions = sizes.length
  if (sessions < leastSessions) return undefined
  const logs = sizes.map((size) => Math.log(Math.max(size, 1)))
  const log = logs.reduce((sum, each) => sum + each, 0) / sessions
  return { value: Math.exp(log), log, variance: varianceOf(logs) / sessions, sessions }
}

/** A wider range that shows no difference says too little to be shown. */
const widest = 10
/** Sessions that are all alike have no range at all. */
const rounding = 1e-9

export function compare(withMemory: Sample | undefined, withoutMemory: Sample | undefined) {
  if (!withMemory || !withoutMemory) return { verdict: 'too-few' } as const
  const ratio = ratioOf(withMemory, withoutMemory)
  const verdict =
    ratio.high < 1 - rounding ? 'fewer' : ratio.low > 1 + rounding ? 'more' : 'unclear'
  if (verdict === 'unclear' && ratio.high / ratio.low > widest) {
    return { verdict: 'too-few' } as const
  }
  return {
    verdict,
    withMemory: estimateOf(withMemory),
    withoutMemory: estimateOf(withoutMemory),
    ratio,
  } satisfies Comparison
}

const of95 = 1.959964
/** Four figures are compared, again and again: 95 in 100 would find a difference where there is none. */
const of99 = 2.575829

function estimateOf({ value, log, variance, sessions }: Sample): Estimate {
  const reach = quantile(of95, sessions - 1) * Math.sqrt(variance)
  return { value, low: Math.exp(log - reach), high: Math.exp(log + reach) }
}

/** Welch's interval for samples of different sizes and variances. */
function ratioOf(one: Sample, other: Sample): Estimate {
  const variance = one.variance + other.variance
  const rest = one.variance ** 2 / (one.sessions - 1) + other.variance ** 2 / (other.sessions - 1)
  const reach = rest === 0 ? 0 : quantile(of99, variance ** 2 / rest) * Math.sqrt(variance)
  const log = one.log - other.log
  return { value: one.value / other.value, low: Math.exp(log - reach), high: Math.exp(log + reach) }
}

/** Student's, from the normal one (Cornish and Fisher); within 0.1 % from 10 degrees on. */
function quantile(z: number, degrees: number): number {
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  return z + first / degrees + second / degrees ** 2
}

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return squares / (values.length - 1)
}
