/** Whether two sessions really made a statement, rather than pasting or recalling it. */
import { isOwnTool } from '../activity/to-action.ts'
import { reportsTrouble } from '../cues/short-lived.ts'
import type { Memory, MemorySource } from '../model/memory.ts'
import type { History, TurnSource } from '../ports/history.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { promptParts } from '../provenance/prompt-parts.ts'
import { isWordedFrom, surelyTyped } from '../provenance/surely-typed.ts'
import { readSentences } from '../text/sentences.ts'
import { statedIn } from './conflict.ts'
import { isForeign } from './merge.ts'
import { confirm } from './standing.ts'

/** @returns the memory, confirmed if it was a candidate that two sessions state */
export async function confirmRepeated(
  { memories, history }: Pick<StoreTransaction, 'memories' | 'history'>,
  memory: Memory,
  at: string,
): Promise<Memory> {
  const { id, standing, trust } = memory
  if (standing !== 'candidate' || isForeign(trust)) return memory
  // A problem that is reported repeatedly is not a fact.
  if (reportsTrouble(statedIn(memory))) return memory
  if (!(await recurs(memory, await memories.sources(id), history))) return memory
  return memories.update(id, confirm(memory, 'repeated'), at)
}

async function recurs(
  memory: Memory,
  sources: readonly MemorySource[],
  history: Pick<History, 'turns'>,
): Promise<boolean> {
  const ids = sources.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  if (ids.length < 2) return false
  // Nobody on this machine said what a chat in a repository's files contains.
  const turns = (await history.turns(ids)).filter((turn) => turn.trust !== 'repository')
  const heard = turns.filter((turn) =>
    memory.trust === 'user' ? !passesOn(turn, statedIn(memory)) : !recalls(turn),
  )
  return heard.some((one, at) => heard.slice(at + 1).some((other) => isAnotherTime(one, other)))
}

/** Pasting a text again does not say it again. */
function passesOn({ prompt = '' }: TurnSource, statement: string): boolean {
  const typed = surelyTyped(prompt, promptParts(prompt))
  return isWordedFrom(statement, prompt) && !isWordedFrom(statement, typed)
}

/** An agent that used our tools repeats what it read there. */
const recalls = ({ tools }: TurnSource) => tools.some(({ toolName }) => isOwnTool(toolName))

function isAnotherTime(one: TurnSource, other: TurnSource): boolean {
  return one.sessionId !== other.sessionId && !isCopied(one.prompt ?? '', other.prompt ?? '')
}

const fewestWords = 4
const longSentence = 20
const enoughShared = 2

/**
 * People repeat themselves in other words, or in a single sentence. Two prompts that share several
 * sentences, or a long one, contain the same document.
 */
function isCopied(one: string, other: string): boolean {
  const others = new Set(sentencesOf(other))
  const shared = sentencesOf(one).filter((sentence) => others.has(sentence))
  const isLong = (sentence: string) => sentence.split(' ').length >= longSentence
  return shared.length >= enoughShared || shared.some(isLong)
}

function sentencesOf(text: string): string[] {
  const sentences = readSentences(text).map((sentence) => normalise(sentence.text))
  return [...new Set(sentences)].filter((each) => each.split(' ').length >= fewestWords)
}

const normalise = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
