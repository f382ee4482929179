/**
 * Whose word an item is, by its quotes: found in what the user typed, in what the agent said, or only
 * in text that either passed on. An item without any quote from the session is dropped.
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
  /** A candidate if only doubtful words of the user tell to run, fetch, install or contact something. */
  readonly standing: MemoryStanding
  /** The turns that say it. */
  readonly turns: readonly ConversationTurn[]
}

/** @returns undefined if no quote is in the session */
export type Evidences = (content: string, quotes: readonly Quote[]) => QuotedEvidence | undefined

/** Reads the texts of a session once, for the quotes of all its items. */
export function createEvidence(conversation: readonly ConversationTurn[]): Evidences {
  const turns = conversation.map((turn) => ({ turn, plain: plainWords(turn.words) }))
  const userWords = rareWordsOf(conversation.map(({ words }) => words.user).join('\n'))
  const agentWords = rareWordsOf(conversation.map(({ words }) => words.agent).join('\n'))

  return (content, quotes) => {
    const found = quotes.flatMap((quote) => find(quote) ?? [])
    if (found.length === 0) return undefined
    const isSaidBy = (speaker: Speaker) => found.some(({ speakers }) => speakers.has(speaker))
    const about = rareWordsOf(content)
    const isUsers = isSaidBy('user') && isAbout(about, userWords)
    const isAgents = isSaidBy('agent') && isAbout(about, new Set([...agentWords, ...userWords]))
    const isDoubtful = isUsers && !isAgents && !isSaidBy('sure') && namesAction(content)
    return {
      trust: isUsers ? 'user' : isAgents ? 'agent' : 'tool',
      standing: isDoubtful || !(isUsers || isAgents) ? 'candidate' : 'memory',
      turns: [...new Set(found.map(({ turn }) => turn))],
    }
  }

  /** In the turn that the reader names, else in any. */
  function find({ turn: number, text }: Quote): Found | undefined {
    const pieces = piecesOf(text)
    if (pieces.length === 0) return undefined
    const named = turns.filter(({ turn }) => turn.number === number)
    for (const { turn, plain } of [...named, ...turns]) {
      const speakers = new Set(
        speakerNames.filter((name) => pieces.every((piece) => plain[name].includes(piece))),
      )
      if (speakers.size > 0) return { turn, speakers }
    }
    return undefined
  }
}

type Speaker = keyof TurnWords
const speakerNames: readonly Speaker[] = ['user', 'sure', 'agent', 'foreign']

interface Found {
  readonly turn: ConversationTurn
  readonly speakers: ReadonlySet<Speaker>
}

const plainWords = (words: TurnWords): TurnWords => ({
  user: plain(words.user),
  sure: plain(words.sure),
  agent: plain(words.agent),
  foreign: plain(words.foreign),
})

/** Models change the form of quotation marks and the case of a first letter, never the words. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[“”«»„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

/** A shorter one is found in almost any text. */
const shortestPiece = 8

/** Models leave out the middle of a long sentence. */
function piecesOf(quote: string): string[] {
  const pieces = plain(quote)
    .split(/\s?(?:\[?…\]?|\[?\.\.\.\]?)\s?/)
    .filter((piece) => piece !== '')
  return pieces.every(({ length }) => length >= shortestPiece) ? pieces : []
}

/** Of the names and unusual words of an item. */
const enoughShared = 0.2

/**
 * Text in a session can tell a reader to quote the user under a statement of its own. Such a
 * statement is about other things than the user's words.
 */
function isAbout(words: ReadonlySet<string>, said: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => said.has(word)).length
  return words.size === 0 || shared >= enoughShared * words.size
}
