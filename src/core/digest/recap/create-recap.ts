/** Renders a session's recap as lines: the most important ones get the space; the order stays. */
import type { TrustLevel } from '../../../contract/vocabulary.ts'
import {
  type RecapLength,
  type RecapLine,
  type RecapReader,
  recapTokens,
} from '../../context/situation.ts'
import { countTokens } from '../../text/count-tokens.ts'
import { quoteName, safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import { type Recap, type RecapPorts, readRecap } from './read-recap.ts'

export function createRecap(ports: RecapPorts): RecapReader {
  return async (sessionId, length, prompt) => {
    const recap = await readRecap(sessionId, ports, prompt)
    return recap ? recapLines(recap, length) : []
  }
}

interface Limits {
  readonly taskCharacters: number
  readonly lineCharacters: number
  readonly said: number
  readonly picked: number
  readonly found: number
  readonly files: number
}

const limitsOf: Readonly<Record<RecapLength, Limits>> = {
  full: {
    ...{ taskCharacters: 500, lineCharacters: 300 },
    ...{ said: 8, picked: 4, found: 2, files: 12 },
  },
  short: {
    ...{ taskCharacters: 200, lineCharacters: 160 },
    ...{ said: 3, picked: 1, found: 0, files: 5 },
  },
}

/** The heading of the section. */
const headingTokens = 40
/** `- [agent] ` and the line break. */
const frameTokens = 8

interface Candidate extends RecapLine {
  readonly order: number
}

function recapLines(recap: Recap, length: RecapLength): RecapLine[] {
  const limits = limitsOf[length]
  let left = recapTokens[length] - headingTokens
  const chosen: Candidate[] = []
  for (const candidate of candidatesOf(recap, limits)) {
    const tokens = countTokens(candidate.text) + frameTokens
    if (tokens > left) continue
    left -= tokens
    chosen.push(candidate)
  }
  return chosen
    .sort((one, other) => one.order - other.order)
    .map(({ trust, text }) => ({ trust, text }))
}

/** Most important first. */
function candidatesOf(recap: Recap, limits: Limits): Candidate[] {
  const { task, plan, lastAsked, lastReply, said, picked, found, filesChanged, open } = recap
  const line = (order: number, trust: TrustLevel, label: string, text: string, most: number) => ({
    ...{ order, trust },
    text: `${label}: ${shorten(safeText(text), most)}`,
  })
  const most = limits.lineCharacters
  const user = (order: number, label: string) => (text: string) =>
    line(order, 'user', label, text, most)
  const agent = (order: number, label: string) => (text: string) =>
    line(order, 'agent', label, text, most)
  const ends = (isFailing: boolean) =>
    open.filter(({ kind }) => (kind === 'failing') === isFailing).map(({ text }) => text)
  return [
    ...(task === undefined ? [] : [line(0, 'user', 'Task', task, limits.taskCharacters)]),
    ...(plan === undefined ? [] : [agent(0.5, 'Plan')(plan)]),
    ...(lastAsked === undefined ? [] : [user(8, 'Last asked')(lastAsked)]),
    ...(lastReply
      ? [agent(9, 'Last reply')(`"${lastReply.words}" to "${lastReply.question}"`)]
      : []),
    ...ends(true).map(agent(7, 'Still failing')),
    ...said.slice(0, limits.said).map(({ at, text }) => user(1 + at / 1e6, 'Said')(text)),
    ...last(picked, limits.picked).map(user(2, 'Chose')),
    ...(filesChanged.length === 0
      ? []
      : [agent(5, 'Changed')(files(filesChanged, limits.files, most))]),
    ...ends(false).map(agent(7.5, 'Open')),
    ...last(found, limits.found).map(agent(3, 'Found')),
  ]
}

function last<T>(values: readonly T[], most: number): readonly T[] {
  return values.slice(Math.max(0, values.length - most))
}

/** Lists as many of the last files as fit on a line. */
function files(paths: readonly string[], most: number, characters: number): string {
  const named = last(paths, most).map(quoteName)
  const more = paths.length - named.length
  const text = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return text.length <= characters || named.length === 1 ? text : files(paths, most - 1, characters)
}
