/** Context for a prompt: the memories that share enough evidence with it, once per session. */
import { findUntrue } from '../memory/untrue/find-untrue.ts'
import type { Memory } from '../model/memory.ts'
import { parseQuery } from '../recall/plan-query.ts'
import { isEverydayWord } from '../text/common-words.ts'
import { addOrExplain, type Block, lineFromMemory } from './block/block.ts'
import { joinDisputed } from './disputes.ts'
import { evidenceIn } from './evidence/evidence.ts'
import { describeEvidence, findSharing, type SharedEvidence } from './evidence/shared-evidence.ts'
import { type ContextPorts, isInjectable, type Situation } from './situation.ts'
import { neverUsed } from './use/usefulness.ts'

const mostLines = 3

export async function addPrompt(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const { request, sessionId, shown, now } = situation
  if (request.prompt === undefined || !saysEnough(request.prompt, now)) return
  const learnedHere = new Set(sessionId ? await ports.history.memoriesFrom(sessionId) : [])
  let added = 0
  for (const about of await rank(request.prompt, situation, ports)) {
    const { memory } = about
    const line = lineFromMemory(memory, 'recalled', describeEvidence(about))
    const obstacle =
      (shown.memoryIds.has(memory.id) || block.has(memory.id)
        ? 'already shown in this session'
        : undefined) ??
      (learnedHere.has(memory.id) ? 'learned in this session' : undefined) ??
      about.untrue ??
      obstacleTo(about) ??
      (block.saysAlready(line.text) ? 'another line says the same' : undefined) ??
      (added >= mostLines ? `${added} memories share more` : undefined)
    if (addOrExplain(block, line, obstacle)) added += 1
  }
}

interface AboutPrompt extends SharedEvidence {
  readonly memory: Memory
  /** Why it needs more evidence than others. */
  readonly ignored: string | undefined
  /** Why it is not true of the work tree at hand. */
  readonly untrue: string | undefined
}

const mostRanked = 30

async function rank(
  prompt: string,
  situation: Situation,
  ports: ContextPorts,
): Promise<AboutPrompt[]> {
  const { request, addresses, now } = situation
  const filter = {
    types: ['memory' as const],
    scopes: addresses,
    validNow: now.toISOString(),
    withoutCandidates: true,
  }
  const matches = await findSharing(evidenceIn(prompt), filter, request.projectId, ports)
  const sharedOf = new Map(matches.slice(0, mostRanked).map((each) => [each.document.id, each]))
  const ids = [...sharedOf.keys()]
  const counts = await ports.injections.shownCounts(ids, situation.request.projectId)
  const found = await ports.memories.findMany(ids)
  const injectable = found.filter(
    (memory) => !situation.promoted.has(memory.id) && isInjectable(memory, now),
  )
  const memories = await joinDisputed(injectable, situation, ports)
  const untrue = await findUntrue(memories, request.root, ports)
  return memories
    .flatMap((memory) => {
      const shared = sharedOf.get(memory.id)
      const ignored = neverUsed(memory, counts.get(memory.id))
      return shared ? [{ ...shared, memory, ignored, untrue: untrue.get(memory.id) }] : []
    })
    .sort((a, b) => b.amount - a.amount || (a.memory.id < b.memory.id ? -1 : 1))
}

/** Fitted on real sessions; see docs/benchmarks.md. */
export const evidenceNeeded = 4.8
/** For a memory that was often shown and never used. */
const neededIfIgnored = 12

function obstacleTo(about: AboutPrompt): string | undefined {
  const needed = about.ignored === undefined ? evidenceNeeded : neededIfIgnored
  if (about.amount >= needed) return undefined
  const because = about.ignored === undefined ? '' : `; ${about.ignored}`
  return `${describeEvidence(about)}; needs ${needed}${because}`
}

/** In UTF-8, so that two words of Chinese are enough. */
const leastBytes = 12

/** A slash command. The first segment of a path is followed by another slash instead. */
const command = /^\s*\/[\w:.-]+(?:\s|$)/
/** Hosts wrap their own messages in an element. */
const notification = /^\s*<[a-z][\w-]*>/

/** Whether a prompt says enough to recall anything for it. */
export function saysEnough(prompt: string, now: Date): boolean {
  if (command.test(prompt) || notification.test(prompt)) return false
  if (new TextEncoder().encode(prompt.trim()).length < leastBytes) return false
  return parseQuery(prompt, now).terms.some((term) => !isEverydayWord(term))
}
