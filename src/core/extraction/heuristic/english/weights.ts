/**
 * What each evidence counts, as log odds: logistic regression (L2) over the sentences of people in
 * `test/corpus/extraction/development-*.json`, by `fit-weights.ts` there. Not to be edited by hand.
 */
import type { Weights } from '../evidence.ts'

export const weights: Weights = {
  bias: -3.23,
  'speaks of ours': 1.05,
  'names this place': 0.77,
  'names surroundings': 0.85,
  'announces itself': 0.74,
  'begins with what is': 0.74,
  'explains in brackets': 0.35,
  'asks for work': -0.91,
  asks: -0.21,
  'asks to know': -0.77,
  'says how it should be': -1.44,
  'says how it must be': -1.3,
  'says what is wanted': -0.63,
  'speaks of code': -0.72,
  'points at something': -0.86,
  'is passing': -1.46,
  'reports trouble': -1.11,
  doubts: -1.11,
  'tells what others say': -1.68,
  praises: -0.75,
  'reads as a correction': 1.07,
  'reads as a rule': 0.06,
  'reads as a preference': 1.9,
  'reads as a decision': 1.4,
  'reads as a procedure': 0.81,
  'reads as a workaround': 1.4,
  'reads as a reference': 1.71,
  'has a proper name': 0.8,
  'has an identifier': 1.09,
  'has a known name': 0.55,
  'is long': 3.37,
  'is the whole message': -2.17,
  'comes before a task': 0.53,
  'is in a long message': -1.49,
}
