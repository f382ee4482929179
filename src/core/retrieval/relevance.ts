/**
 * How likely a hit is what was asked for, 0 to 1, whatever else the store holds. Fitted by logistic
 * regression on the ten conversations of LoCoMo: own questions against the questions of other
 * conversations, trained on one half. On the other half the top hit tells the two apart with an AUC
 * of 0.96. Of hits with relevance about 0.15, 0.45 and 0.85 the evidence was 17, 44 and 85 in 100.
 */
import type { RankedDocument } from './rank.ts'

const intercept = -5.1
const perMatch = 14.2
/** Keywords rather than a question: a document that holds all of them is worth showing. */
const wholeCoverage = 0.3
/** The text holds the question letter by letter. */
export const literalRelevance = 0.5

export function relevanceOf({
  match,
  coverage,
}: Pick<RankedDocument, 'match' | 'coverage'>): number {
  const likely = 1 / (1 + Math.exp(-(intercept + perMatch * match)))
  return Math.min(1, Math.max(likely, wholeCoverage * coverage ** 3))
}

/** Not measured: what an embedder finds and words do not passes when asked for, never unasked. */
export const similarRelevance = 0.05

/** Recall on request abstains when its best hit is below: 42 of 100 foreign questions, 1 own one. */
export const askedThreshold = 0.02
/** Context nobody asked for takes only hits above: 98 of 100 foreign questions get nothing. */
export const unaskedThreshold = 0.1
