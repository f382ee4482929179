/** Context for a prompt: only memories about it, each once per session. */
import type { Memory } from '../../model/memory.ts'
import { addOrExplain, type Block, lineFromMemory } from '../block/block.ts'
import { matchMemories } from '../match-memories.ts'
import { type ContextPorts, isInjectable, type Situation } from '../situation.ts'
import { promptRelevance, readPrompt, relevanceNeeded, saysEnough } from './prompt-relevance.ts'

/** More are hardly all relevant. */
const mostLines = 5
const shareOfBest = 0.6
const mostLookedAt = 20
const mostWordsNamed = 5

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
    const topics = words.slice(0, mostWordsNamed).join(', ')
    const line = lineFromMemory(memory, 'recalled', `about ${topics} (${relevance.toFixed(2)})`)
    const isShown = shown.memoryIds.has(memory.id) || block.has(memory.id)
    const obstacle = obstacleTo(relevance, isShown, added, needed)
    if (addOrExplain(block, line, obstacle)) added += 1
  }
}

function obstacleTo(
  relevance: number,
  isShown: boolean,
  added: number,
  needed: number,
): string | undefined {
  if (relevance < needed)
    return `below the relevance threshold (${relevance.toFixed(2)} < ${needed.toFixed(2)})`
  if (isShown) return 'already shown in this session'
  return added >= mostLines ? `${added} memories are more relevant` : undefined
}

interface AboutPrompt {
  readonly memory: Memory
  readonly relevance: number
  /** The words it shares with the prompt. */
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
    .filter((memory) => isInjectable(memory, now))
    .map((memory) => ({
      memory,
      relevance: promptRelevance(memory, read),
      words: wordsOf.get(memory.id) ?? [],
    }))
    .sort((a, b) => b.relevance - a.relevance || (a.memory.id < b.memory.id ? -1 : 1))
}
