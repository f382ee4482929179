/** Finds memories for the start of a session: rules, important, new and matching ones. */
import type { ContextRequest } from '../../model/context.ts'
import { isSameAddress, type Memory } from '../../model/memory.ts'
import type { LastDigest } from '../../ports/digest-store.ts'
import { sharedBranches } from '../../recall/ranking/priors.ts'
import { matchMemories, weighWord } from '../match-memories.ts'
import type { ContextPorts, Situation } from '../situation.ts'

/** Of each sort. */
export const mostLookedAt = 40

export interface Candidates {
  readonly memories: readonly Memory[]
  /** The words each shares with the current work, heaviest first; by memory id. */
  readonly shared: ReadonlyMap<string, readonly SharedWord[]>
}

export interface SharedWord {
  readonly word: string
  readonly weight: number
}

export async function findStartCandidates(
  { request, addresses, now, shown }: Situation,
  last: LastDigest | undefined,
  { memories, search }: ContextPorts,
): Promise<Candidates> {
  const foremost = await memories.foremost(addresses, mostLookedAt)
  const query = startQuery(request, last)
  const { terms, ranked } = await matchMemories(query, addresses, now, search)
  const weighed = terms
    .map((term) => ({ word: term.term, weight: weighWord(term) }))
    .sort((a, b) => b.weight - a.weight)
  const shared = new Map(
    ranked
      .slice(0, mostLookedAt)
      .map(({ document, own }) => [document.id, weighed.filter(({ word }) => own.includes(word))]),
  )
  const lacking = new Set([...shared.keys(), ...shown.memoryIds])
  for (const { id } of foremost) lacking.delete(id)
  const isInReach = (memory: Memory) => addresses.some((address) => isSameAddress(memory, address))
  const others = await memories.findMany([...lacking])
  return {
    memories: [...foremost, ...others.filter(isInReach)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    shared,
  }
}

const mostFiles = 15
const mostOpen = 6

function startQuery(
  { branch, files }: Pick<ContextRequest, 'branch' | 'files'>,
  last: LastDigest | undefined,
): string {
  const requests = last?.digest.steps.flatMap(({ request }) => request ?? []) ?? []
  return [
    branch === undefined || sharedBranches.has(branch) ? '' : branch.replace(/[/_-]+/g, ' '),
    ...files.slice(0, mostFiles),
    ...(last?.digest.open ?? []).slice(0, mostOpen).map(({ text }) => text),
    requests.at(-1) ?? '',
  ].join('\n')
}
