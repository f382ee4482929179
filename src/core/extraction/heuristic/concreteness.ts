/** Whether a statement names things. What does can be looked up again; «it is slow» cannot. */
import { amountsIn, identifiersIn, linksIn, properNamesIn } from './names.ts'
import { knownNamesIn } from './topics.ts'

/** From 0 to 1. */
export function concreteness(text: string): number {
  const kinds = [
    identifiersIn(text).length + linksIn(text).length,
    amountsIn(text).length,
    properNamesIn(text).length + knownNamesIn(text).length,
  ]
  return Math.min(1, kinds.filter((count) => count > 0).length * 0.5)
}
