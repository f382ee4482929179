/**
 * How relevant a memory is to a prompt, by the words they share. Rare words count more, words common
 * in programming talk less, and words no memory has suggest another topic. The numbers were chosen on
 * the `tuning` prompts of test/corpus/context and hold for its `check` prompts
 * (`test/context-abstention.test.ts`).
 */
import type { Memory } from '../../model/memory.ts'
import { parseQuery, type QueryTerm } from '../../recall/plan-query.ts'
import { isCommonWord, isEverydayWord, isStopWord } from '../../text/common-words.ts'
import { tokenise } from '../../text/tokenise.ts'
import { type MemoryMatches, weighWord } from '../match-memories.ts'

export const relevanceNeeded = 0.58

/** Words of its key, tags or first clause say what a memory is about; later ones may not. */
const ofLaterWord = 0.8
const ofRelatedWord = 0.2
/** An identifier or path is hardly shared by chance. */
const ofCompound = 1.3
const perForeignWord = 0.3
const mostForeignWords = 6

export interface PromptWords {
  /** The terms of each word: itself, and the parts of an identifier. */
  readonly words: readonly (readonly QueryTerm[])[]
  /** How many words name a topic but are in no memory. */
  readonly foreign: number
}

export function readPrompt(prompt: string, { terms, ranked }: MemoryMatches): PromptWords {
  const weighted = new Map(terms.map((term) => [term.term, term]))
  const known = new Set(ranked.flatMap(({ own }) => own))
  const words = [...new Set(prompt.split(/\s+/))]
    .map((word) => tokenise(word).filter((term) => !isStopWord(term)))
    .filter((word) => word.length > 0)
  const isForeign = (word: readonly string[]) =>
    word.some(tellsTopic) && !word.some((term) => known.has(term))
  return {
    words: words.map((word) => word.flatMap((term) => weighted.get(term) ?? [])),
    foreign: words.filter(isForeign).length,
  }
}

const tellsTopic = (term: string) => !isCommonWord(term) && !/^\d/.test(term)

export function promptRelevance(memory: Memory, { words, foreign }: PromptWords): number {
  const head = new Set(tokenise(headOf(memory)))
  const whole = new Set([...head, ...tokenise(restOf(memory))])
  const weigh = (query: QueryTerm): number => {
    if (head.has(query.term)) return weighWord(query)
    if (whole.has(query.term)) return ofLaterWord * weighWord(query)
    return query.related.some((other) => whole.has(other)) ? ofRelatedWord * weighWord(query) : 0
  }
  const weighBest = ([itself, ...parts]: readonly QueryTerm[]): number => {
    const asOne = itself ? weigh(itself) * (parts.length > 0 ? ofCompound : 1) : 0
    return Math.max(asOne, ...parts.map(weigh))
  }
  const shared = words.reduce((sum, word) => sum + weighBest(word), 0)
  return shared / (1 + perForeignWord * Math.min(foreign, mostForeignWords))
}

function headOf({ key, tags, content }: Memory): string {
  const [firstClause = ''] = content.split(/[,;:.] |\n/, 1)
  return [key ?? '', ...tags, firstClause].join('\n')
}

const restOf = ({ content, keywords, files }: Memory) => [content, ...keywords, ...files].join('\n')

/** In UTF-8, so that two words of Chinese are enough. */
const leastBytes = 12

/** A slash command. The first segment of a path is followed by another slash instead. */
const command = /^\s*\/[\w:.-]+(?:\s|$)/
/** Hosts wrap their own messages in an element. */
const notification = /^\s*<[a-z][\w-]*>/

/** Whether a prompt says enough to recall memories for it. */
export function saysEnough(prompt: string, now: Date): boolean {
  if (command.test(prompt) || notification.test(prompt)) return false
  if (new TextEncoder().encode(prompt.trim()).length < leastBytes) return false
  return parseQuery(prompt, now).terms.some((term) => !isEverydayWord(term))
}
