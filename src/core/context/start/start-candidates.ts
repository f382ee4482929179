/** Finds memories for the start of a session: rules, important, new and matching ones. */
import type { ContextRequest } from '../../model/context.ts'
import { isSameAddress, type Memory } from '../../model/memory.ts'
import type { LastDigest } from '../../ports/history.ts'
import { sharedBranches } from '../../recall/ranking/priors.ts'
import { distinct, type Evidence, evidenceOfTyped } from '../evidence/evidence.ts'
import { type SharedEvidence, searchByEvidence } from '../evidence/shared-evidence.ts'
import type { ContextPorts, Situation } from '../situation.ts'

/** Of each sort. */
export const mostLookedAt = 40

export interface Candidates {
  readonly memories: readonly Memory[]
  /** What each shares with the current work; by memory id. */
  readonly shared: ReadonlyMap<string, SharedEvidence>
}

/** @param last the session this one goes on with */
export async function findStartCandidates(
  situation: Situation,
  last: LastDigest | undefined,
  ports: ContextPorts,
): Promise<Candidates> {
  const { request, addresses, now, shown } = situation
  const foremost = await ports.memories.foremost(addresses, mostLookedAt)
  const evidence = await searchByEvidence(startEvidence(request, last), situation, ports)
  const filter = { types: ['memory'], scopes: addresses, validNow: now.toISOString() } as const
  const found = (await evidence?.find({ ...filter, withoutCandidates: true })) ?? []
  const shared = new Map(found.slice(0, mostLookedAt).map((each) => [each.document.id, each]))
  const lacking = new Set([...shared.keys(), ...shown.memoryIds])
  for (const { id } of foremost) lacking.delete(id)
  const isInReach = (memory: Memory) => addresses.some((address) => isSameAddress(memory, address))
  const others = await ports.memories.findMany([...lacking])
  return {
    memories: [...foremost, ...others.filter(isInReach)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    shared,
  }
}

const mostFiles = 15
const mostOpen = 6

/** The branch, the files in work, and what the last session was asked and left open. */
function startEvidence(
  { branch, files }: Pick<ContextRequest, 'branch' | 'files'>,
  last: LastDigest | undefined,
): Evidence[] {
  const requests = last?.digest.steps.flatMap(({ request }) => request ?? []) ?? []
  const changed = last?.digest.filesChanged.map(({ path }) => path) ?? []
  const texts = [
    branch === undefined || sharedBranches.has(branch) ? '' : branch.replace(/[/_-]+/g, ' '),
    ...files.slice(0, mostFiles),
    ...changed.slice(-mostFiles),
    ...(last?.digest.open ?? []).slice(0, mostOpen).map(({ text }) => text),
    requests.at(-1) ?? '',
  ]
  return distinct(texts.flatMap(evidenceOfTyped))
}
