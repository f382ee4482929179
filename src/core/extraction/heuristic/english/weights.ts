/**
 * What each evidence counts, as log odds: logistic regression (L2) over the sentences of people in
 * `test/corpus/extraction/development-*.json`, by `fit-weights.ts` there. Not to be edited by hand.
 */
import type { Weights } from '../language.ts'

export const weights: Weights = {
  bias: -3.91,
  'speaks of ours': 1.28,
  'names this place': 0.77,
  'names surroundings': 0.82,
  'announces itself': 0.96,
  'begins with what is': 0.74,
  'explains in brackets': 0.31,
  'asks for work': -1.29,
  asks: -0.4,
  'asks to know': -1.1,
  'says how it should be': -1.52,
  'says how it must be': -1.13,
  'says what is wanted': -0.55,
  'speaks of code': -0.88,
  'points at something': -0.95,
  'is passing': -1.72,
  'reports trouble': -1.47,
  doubts: -0.83,
  'tells what others say': -1.69,
  praises: -0.67,
  'reads as a correction': 1.03,
  'reads as a rule': 0.17,
  'reads as a preference': 1.87,
  'reads as a decision': 1.31,
  'reads as a procedure': 1.07,
  'reads as a workaround': 1.46,
  'reads as a reference': 1.6,
  'has a proper name': 0.97,
  'has an identifier': 1.21,
  'has a known name': 0.56,
  'is long': 2.71,
  'comes before a task': 0.87,
  'is in a long message': -1.14,
}
