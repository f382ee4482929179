/**
 * Finds memories that say nearly the same as a new one in other words, for whoever stores it to merge
 * or replace. Nothing is merged for that: half of them refine the earlier one. Without an embedder
 * whose measure is known there are none.
 */
import type { NearQuestion, NearResult } from '../embedding/find-near.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import { mayBeNear, mostNear, type WriteResult } from './write-memory.ts'

export interface NearInMeaningPorts {
  readonly memories: Pick<MemoryStore, 'findMany'>
  readonly findNear?: ((question: NearQuestion) => Promise<NearResult | undefined>) | undefined
}

/** The memory is stored already, so nobody should wait long for this. */
const limitMs = 1_500
/** Candidates and foreign text are found too, and left out. */
const mostFound = 10

/** @returns those that words found, then those of like meaning */
export async function addNearInMeaning(
  { memory, near, superseded, contradicts }: WriteResult,
  { findNear, memories }: NearInMeaningPorts,
): Promise<WriteResult['near']> {
  if (!findNear || near.length >= mostNear) return near
  const { id, scope, scopeId, content } = memory
  const result = await findNear({
    text: content,
    filter: { scopes: [{ scope, scopeId }], types: ['memory'] },
    limit: mostFound,
    signal: AbortSignal.timeout(limitMs),
  })
  if (result?.kind !== 'found' || result.saysSame === undefined) return near
  const { saysSame } = result
  const known = new Set([id, ...superseded, ...contradicts, ...near.map((each) => each.id)])
  const alike = result.documents.filter(
    (each) => each.similarity >= saysSame && !known.has(each.id),
  )
  const found = new Map(
    (await memories.findMany(alike.map((each) => each.id))).map((each) => [each.id, each]),
  )
  const shown = alike
    .map((each) => found.get(each.id))
    .filter((each): each is Memory => each !== undefined && isValid(each) && mayBeNear(each))
    .map((each) => ({ id: each.id, content: each.content }))
  return [...near, ...shown].slice(0, mostNear)
}
