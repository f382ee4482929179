/**
 * How likely a hit is what was asked for, 0 to 1, whatever else the store holds. After a logistic
 * regression on half of LoCoMo's conversations: their own questions against those of other
 * conversations, which name people the store does not know and so are easy to tell. On the other
 * half the best hit tells them apart with an AUC of 0.96. Of all own hits with a relevance of about
 * 0.15, 0.45 and 0.85, 17, 46 and 86 in 100 were evidence.
 */
import type { RankedDocument } from './rank.ts'

const intercept = -5.1
const perMatch = 14.2
/** Keywords rather than a question: a document that holds all of them is worth showing. Not fitted. */
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

/** Recall on request abstains when its best hit is below: 39 of 100 foreign questions, 1 own one. */
export const askedThreshold = 0.02
/** Context nobody asked for takes only hits above: 98 of 100 foreign questions get nothing. */
export const unaskedThreshold = 0.1
