/** Context for a prompt: only what is about it, and only once. */
import type { Memory } from '../model/memory.ts'
import type { Block } from './block.ts'
import { lineFromMemory } from './block.ts'
import { matchMemories } from './match-memories.ts'
import { promptRelevance, readPrompt, relevanceNeeded, saysEnough } from './prompt-relevance.ts'
import { type ContextPorts, isTellable, type Situation } from './situation.ts'

/** More of them are hardly all about it. */
const mostLines = 5
const shareOfBest = 0.6
const mostLookedAt = 20
const mostWordsTold = 5

export async function addPrompt(
  block: Block,
  situation: Situation,
  ports: ContextPorts,
): Promise<void> {
  const { request, shown } = situation
  if (request.prompt === undefined || !saysEnough(request.prompt, situation.now)) return
  const ranked = await rank(request.prompt, situation, ports)
  const needed = Math.max(relevanceNeeded, shareOfBest * (ranked[0]?.relevance ?? 0))
  let added = 0
  for (const { memory, relevance, words } of ranked) {
    const told = words.slice(0, mostWordsTold).join(', ')
    const line = lineFromMemory(memory, 'recalled', `about ${told} (${relevance.toFixed(2)})`)
    const isShown = shown.memoryIds.has(memory.id) || block.has(memory.id)
    const obstacle = obstacleTo(relevance, isShown, added, needed)
    if (obstacle !== undefined) block.leaveOut({ ...line, reason: obstacle })
    else if (block.add(line)) added += 1
    else block.leaveOut({ ...line, reason: 'no room' })
  }
}

function obstacleTo(
  relevance: number,
  isShown: boolean,
  added: number,
  needed: number,
): string | undefined {
  if (relevance < needed)
    return `not surely about it: ${relevance.toFixed(2)}, needs ${needed.toFixed(2)}`
  if (isShown) return 'this session was shown it before'
  return added >= mostLines ? `${added} are more about it` : undefined
}

interface AboutPrompt {
  readonly memory: Memory
  readonly relevance: number
  /** Of the prompt, that it holds. */
  readonly words: readonly string[]
}

async function rank(
  prompt: string,
  { addresses, now }: Situation,
  { memories, search }: ContextPorts,
): Promise<AboutPrompt[]> {
  const matches = await matchMemories(prompt, addresses, now, search)
  const read = readPrompt(prompt, matches)
  const ranked = matches.ranked.slice(0, mostLookedAt)
  const wordsOf = new Map(ranked.map(({ document, own }) => [document.id, own]))
  const found = await memories.findMany([...wordsOf.keys()])
  return found
    .filter((memory) => isTellable(memory, now))
    .map((memory) => ({
      memory,
      relevance: promptRelevance(memory, read),
      words: wordsOf.get(memory.id) ?? [],
    }))
    .sort((a, b) => b.relevance - a.relevance || (a.memory.id < b.memory.id ? -1 : 1))
}
