/** Selects the most important turns of a session. */
import type { DigestStep } from '../../contract/digest.ts'

const weights: Readonly<Record<DigestStep['signs'][number], number>> = {
  objection: 4,
  choice: 3,
  commit: 2,
  change: 2,
}

/** The turns with the user's decisions and with work, plus the first and last; in order. */
export function weightiest(steps: readonly DigestStep[], most: number): DigestStep[] {
  if (steps.length <= most) return [...steps]
  const ranked = steps
    .map((step, at) => ({ step, weight: weigh(step, at, steps.length) }))
    .sort((one, other) => other.weight - one.weight || other.step.turn - one.step.turn)
  const chosen = new Set(ranked.slice(0, most).map(({ step }) => step))
  return steps.filter((step) => chosen.has(step))
}

const endpoint = 100

function weigh({ signs, request }: DigestStep, at: number, count: number): number {
  const isEndpoint = at === 0 || at === count - 1
  const said = request === undefined || request.startsWith('(') ? -1 : 0
  return signs.reduce((sum, sign) => sum + weights[sign], said) + (isEndpoint ? endpoint : 0)
}
