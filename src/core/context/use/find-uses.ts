/**
 * Finds which of the memories shown to a session a turn used. A quoted id is proof. Repeated words may
 * be chance, so they must be rare, several, and from nowhere else.
 */
import { type Memory, shortId } from '../../model/memory.ts'
import type { MemoryUse, UseKind } from '../../ports/injection-store.ts'
import type { TermFrequencies } from '../../ports/search-index.ts'
import { isStopWord } from '../../text/common-words.ts'
import { tokenise } from '../../text/tokenise.ts'

export interface TurnTexts {
  readonly answer: string
  /** The input of tools: commands, edits, paths. */
  readonly asked: string
  /** Other sources of the same words: the prompt, files that were read. */
  readonly known: string
}

/** A word in no more documents, or no larger share of them, distinguishes a memory. */
const fewDocuments = 12
const smallShare = 0.01

const leastEchoed = 2
const leastShareEchoed = 0.5

export function findUses(
  memories: readonly Memory[],
  texts: TurnTexts,
  frequencies: TermFrequencies,
): MemoryUse[] {
  const echoes = new Set(tokenise(`${texts.answer}\n${texts.asked}`))
  const known = new Set(tokenise(texts.known))
  const isTelling = (term: string) => !known.has(term) && isRare(term, frequencies)
  return memories.flatMap(({ id, content }) => {
    const use = isNamed(id, texts.answer)
      ? 'cited'
      : isNamed(id, texts.asked)
        ? 'fetched'
        : isEchoed(wordsOf(content).filter(isTelling), echoes) && 'echoed'
    return use ? [{ memoryId: id, use: use satisfies UseKind }] : []
  })
}

/** One term per word: a path or identifier counts once, as a whole. */
export function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).flatMap((word) => tokenise(word)[0] ?? [])
  return [...new Set(words)].filter((word) => word.length > 2 && !isStopWord(word))
}

function isNamed(id: string, text: string): boolean {
  return text.includes(shortId(id))
}

function isRare(term: string, { total, byTerm }: TermFrequencies): boolean {
  return (byTerm.get(term) ?? 0) <= Math.max(fewDocuments, total * smallShare)
}

function isEchoed(words: readonly string[], echoes: ReadonlySet<string>): boolean {
  const found = words.filter((word) => echoes.has(word)).length
  return found >= leastEchoed && found / words.length >= leastShareEchoed
}
