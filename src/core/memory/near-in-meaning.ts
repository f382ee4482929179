/**
 * Finds memories that say almost the same as a new one in other words, so that the caller can merge
 * or replace them. Nothing is merged automatically: half of them refine the earlier one. Empty
 * without an embedder whose distances are calibrated.
 */
import type { NearQuestion, NearResult } from '../embedding/find-near.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import { mayBeNear, mostNear, type WriteResult } from './write-memory.ts'

export interface NearInMeaningPorts {
  readonly memories: Pick<MemoryStore, 'findMany'>
  readonly findNear?: ((question: NearQuestion) => Promise<NearResult | undefined>) | undefined
}

/** The memory is already stored, so do not wait long. */
const limitMs = 1_500
/** The search also finds candidates and foreign text, which are dropped. */
const mostFound = 10

/** @returns matches by words first, then by meaning */
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
