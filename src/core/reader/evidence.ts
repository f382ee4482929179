/**
 * Decides an item's trust by its quotes: found in what the user typed, in what the agent said, or
 * only in text that either passed on. Drops items without a quote from the session.
 */
import type { MemoryStanding, TrustLevel } from '../../contract/vocabulary.ts'
import { namesAction } from '../provenance/elements.ts'
import { rareWordsOf } from '../provenance/session-provenance.ts'
import type { ConversationTurn, TurnWords } from './conversation.ts'

export interface Quote {
  readonly turn: number
  readonly text: string
}

export interface QuotedEvidence {
  readonly trust: TrustLevel
  /**
   * A candidate if only doubtful words of the user ask to run, fetch, install or contact something.
   */
  readonly standing: MemoryStanding
  /** Only comments on refused calls say it, and they are about those calls. */
  readonly isOfOneCall: boolean
  /** The turns with these quotes. */
  readonly turns: readonly ConversationTurn[]
}

/** @returns undefined if the session contains none of the quotes */
export type Evidences = (content: string, quotes: readonly Quote[]) => QuotedEvidence | undefined

/** Reads a session's texts once, for the quotes of all its items. */
export function createEvidence(conversation: readonly ConversationTurn[]): Evidences {
  const turns = conversation.map((turn) => ({ turn, plain: plainWords(turn.words) }))
  const userWords = subjectsOf(conversation.map(({ words }) => words.user).join('\n'))
  const agentWords = subjectsOf(conversation.map(({ words }) => words.agent).join('\n'))

  return (content, quotes) => {
    const found = quotes.flatMap((quote) => find(quote) ?? [])
    if (found.length === 0) return undefined
    const isSaidBy = (speaker: Speaker) => found.some(({ speakers }) => speakers.has(speaker))
    const about = subjectsOf(content)
    const isUsers = isSaidBy('user') && isAbout(about, userWords)
    const isAgents = isSaidBy('agent') && isAbout(about, new Set([...agentWords, ...userWords]))
    const isDoubtful = isUsers && !isAgents && !isSaidBy('sure') && namesAction(content)
    return {
      trust: isUsers ? 'user' : isAgents ? 'agent' : 'tool',
      standing: isDoubtful || !(isUsers || isAgents) ? 'candidate' : 'memory',
      isOfOneCall: found.every(({ speakers }) => speakers.has('comments')),
      turns: [...new Set(found.map(({ turn }) => turn))],
    }
  }

  /** Searches the turn that the reader names, else all. */
  function find({ turn: number, text }: Quote): Found | undefined {
    const pieces = piecesOf(text)
    if (pieces.length === 0) return undefined
    const named = turns.filter(({ turn }) => turn.number === number)
    for (const { turn, plain } of [...named, ...turns]) {
      const speakers = new Set(speakerNames.filter((name) => hasInOrder(plain[name], pieces)))
      if (speakers.size > 0) return { turn, speakers }
    }
    return undefined
  }
}

type Speaker = keyof TurnWords
const speakerNames: readonly Speaker[] = ['user', 'sure', 'comments', 'agent', 'foreign']

interface Found {
  readonly turn: ConversationTurn
  readonly speakers: ReadonlySet<Speaker>
}

const plainWords = (words: TurnWords): TurnWords => ({
  user: plain(words.user),
  sure: plain(words.sure),
  comments: plain(words.comments),
  agent: plain(words.agent),
  foreign: plain(words.foreign),
})

/**
 * Compares only letters and digits: models straighten quotation marks, drop Markdown, restore our
 * disarmed tags and change the case of a first letter, but keep the words.
 */
const plain = (text: string) =>
  text
    .replace(/&(?:lt|gt|amp|quot|apos|#39);/gi, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Anything shorter occurs in almost any text. A CJK character says as much as two letters. */
const shortestQuote = 8
const weightOf = (text: string) => text.length + (text.match(ideographs)?.length ?? 0)
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Models leave out the middle of a long sentence. @returns an empty list if it proves nothing */
function piecesOf(quote: string): string[] {
  const pieces = quote
    .split(/…|\.{3,}/)
    .map(plain)
    .filter((piece) => piece !== '')
  return pieces.some((piece) => weightOf(piece) >= shortestQuote) ? pieces : []
}

function hasInOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0
  for (const piece of pieces) {
    const at = text.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return true
}

/** Names and unusual words; in scripts without spaces, pairs of characters. */
function subjectsOf(text: string): ReadonlySet<string> {
  const words = [...rareWordsOf(text)].flatMap((word) =>
    word.search(ideographs) < 0
      ? [word]
      : Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)),
  )
  return new Set(words)
}

/** The share of an item's names and unusual words. */
const enoughShared = 0.2

/**
 * Text in a session can make a reader put the user's quote under its own statement. Such a
 * statement is about other things than the user's words.
 */
function isAbout(words: ReadonlySet<string>, said: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => said.has(word)).length
  return words.size === 0 || shared >= enoughShared * words.size
}
