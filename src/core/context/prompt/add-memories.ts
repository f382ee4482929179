/** Adds the memories a prompt shares evidence with. */
import type { Memory } from '../../model/memory.ts'
import type { ShownCounts } from '../../ports/injection-store.ts'
import { addOrExplain, type Block, lineFromMemory } from '../block/block.ts'
import { joinDisputed } from '../disputes.ts'
import { evidenceNeeded } from '../evidence/evidence.ts'
import { properNamesIn } from '../evidence/proper-names.ts'
import { type EvidenceSearch, type SharedEvidence, sumOf } from '../evidence/shared-evidence.ts'
import { type ContextPorts, isInjectable, type Situation } from '../situation.ts'
import { shownInVain } from '../use/shown-in-vain.ts'

const mostMemories = 2
const mostLookedAt = 20
/** A rare word that the memory writes as a name is enough; whether it does is seen later. */
const leastFound = 0.3
/** What was often shown in vain needs as much. */
const neededInVain = 2

interface AboutPrompt extends SharedEvidence {
  readonly memory: Memory
  readonly counts: ShownCounts | undefined
}

/** @returns how many were added */
export async function addMemories(
  block: Block,
  evidence: EvidenceSearch,
  situation: Situation,
  ports: ContextPorts,
): Promise<number> {
  const { sessionId, shown } = situation
  const learnedHere = new Set(sessionId ? await ports.history.memoriesFrom(sessionId) : [])
  let added = 0
  for (const about of await rank(evidence, situation, ports)) {
    const { id } = about.memory
    const topics = about.shared.map(({ term }) => term).join(', ')
    const line = lineFromMemory(about.memory, 'recalled', `about ${topics}`)
    const obstacle =
      obstacleTo(about) ??
      (shown.memoryIds.has(id) || block.has(id) ? 'already shown in this session' : undefined) ??
      (learnedHere.has(id) ? 'learned in this session' : undefined) ??
      (block.saysAlready(line.text) ? 'another line says the same' : undefined) ??
      (added >= mostMemories ? `${added} memories share more` : undefined)
    if (addOrExplain(block, line, obstacle)) added += 1
  }
  return added
}

async function rank(
  evidence: EvidenceSearch,
  situation: Situation,
  ports: ContextPorts,
): Promise<AboutPrompt[]> {
  const matches = await evidence.find(
    {
      types: ['memory'],
      scopes: situation.addresses,
      validNow: situation.now.toISOString(),
      withoutCandidates: true,
    },
    leastFound,
  )
  const sharedOf = new Map(matches.slice(0, mostLookedAt).map((each) => [each.document.id, each]))
  const ids = [...sharedOf.keys()]
  const counts = await ports.injections.shownCounts(ids)
  const found = await ports.memories.findMany(ids)
  const injectable = found.filter(
    (memory) => !situation.promoted.has(memory.id) && isInjectable(memory, situation.now),
  )
  const memories = await joinDisputed(injectable, situation, ports)
  return memories
    .flatMap((memory) => {
      const shared = sharedOf.get(memory.id)
      return shared ? [{ ...withNames(shared, memory), memory, counts: counts.get(memory.id) }] : []
    })
    .sort((a, b) => b.amount - a.amount || (a.memory.id < b.memory.id ? -1 : 1))
}

function withNames(found: SharedEvidence, { content }: Memory): SharedEvidence {
  const names = properNamesIn(content)
  const shared = found.shared.map(({ term, weight }) => {
    return { term, weight: names.has(term) ? Math.max(weight, evidenceNeeded) : weight }
  })
  return { ...found, shared, amount: sumOf(shared) }
}

function obstacleTo({ shared, amount, isKnown, memory, counts }: AboutPrompt): string | undefined {
  if (amount < evidenceNeeded) return `shares only ${shared.map(({ term }) => term).join(', ')}`
  if (isKnown) return 'this session has already spoken of it'
  return amount < neededInVain ? shownInVain(memory, counts) : undefined
}
