/** The local rules: no model, no network, the same answer for the same window. */
import type { MemoryKind, MemoryStanding } from '../../../contract/vocabulary.ts'
import { errorNamesIn } from '../../activity/tool-output.ts'
import { oddsOf, type Weights } from '../../cues/features.ts'
import {
  leansOnContext,
  outrightIn,
  outrightOdds,
  passageOf,
  standsAlone,
} from '../../cues/passage.ts'
import { opensAsTask, reportsTrouble, retractsLast } from '../../cues/short-lived.ts'
import { accountWeights, episodeWeights } from '../../cues/weights.generated.ts'
import { withAccount } from '../../memory/conflict.ts'
import { compareStatements } from '../../memory/sameness.ts'
import type { Action } from '../../model/host-event.ts'
import type { MemorySource } from '../../model/memory.ts'
import { type Exchange, type ExtractedItem, mostItems, type Window } from '../../model/window.ts'
import { readSentences, straightenQuotes } from '../../text/sentences.ts'
import { findRemembered, mentionsRemembering } from '../remember/find-remembered.ts'
import { accountOf, type Episode, episodeFeatures, episodeOf } from './episode.ts'
import { keywordsOf, tagsOf } from './keywords.ts'
import { filesIn, reportedTag } from './names.ts'

/** An episode is kept from these log odds on. */
const worthNeeded = 0.45

export interface JudgeWeights {
  readonly account: Weights
  readonly episode: Weights
}

const fitted: JudgeWeights = { account: accountWeights, episode: episodeWeights }

/** @param weights other than the fitted ones, to measure the weights of other projects */
export function judgeWindow(
  { before, exchanges }: Window,
  weights: JudgeWeights = fitted,
): readonly ExtractedItem[] {
  const judged = exchanges.flatMap((exchange, at) => {
    if (retractsLast(exchanges[at + 1]?.surelyTyped ?? '')) return []
    const said = saidOutright(exchange)
    if (said) return [said]
    const episode = episodeOf(exchange, exchanges[at - 1] ?? before)
    return episode ? judgeEpisode(episode, weights) : []
  })
  const kept: Judged[] = []
  for (const one of judged.toSorted((a, b) => b.odds - a.odds)) {
    if (!kept.some(({ item }) => isSame(item, one.item))) kept.push(one)
  }
  return kept.slice(0, mostItems).map(({ item }) => item)
}

interface Judged {
  readonly item: ExtractedItem
  readonly odds: number
}

/** The user states it outright, so no result is needed. */
function saidOutright(exchange: Exchange): Judged | undefined {
  const said = outrightIn(exchange.surelyTyped)
  if (said === undefined) return undefined
  const parts = { said: passageOf(said), account: '' }
  const item = itemOf({
    ...parts,
    kind: outrightKind(said),
    odds: outrightOdds,
    speaker: 'user',
    standing: 'memory',
    sources: turnSource(exchange.turnId),
    tags: [],
    keywords: [],
  })
  return { item, odds: outrightOdds }
}

function judgeEpisode(episode: Episode, weights: JudgeWeights): Judged[] {
  const { said, exchange, previous, speaker, chain } = episode
  if (!standsAlone(said)) return []
  const account = accountOf(episode, weights.account)
  const odds = oddsOf(episodeFeatures(episode, account), weights.episode)
  if (odds < worthNeeded) return []
  const hasEdits = exchange.actions.some(({ kind, outcome }) => kind === 'edit' && outcome === 'ok')
  const isSure = speaker === 'user' && repeatsAll(said, exchange.surelyTyped)
  const isReport = speaker === 'user' && !hasEdits && chain === undefined && reportsTrouble(said)
  const item = itemOf({
    said,
    account,
    kind: kindOf({
      said,
      account,
      isReply: previous !== undefined,
      hasEdits,
      isFix: chain !== undefined,
    }),
    odds,
    speaker,
    standing: isSure && !isReport ? standingOf(said, odds) : 'candidate',
    tags: isReport ? [reportedTag] : [],
    sources: [
      ...(speaker === 'agent' ? turnSource(previous?.turnId) : []),
      ...turnSource(exchange.turnId),
      ...(chain ? [chain.failed, ...chain.changes, chain.passed].map(eventSource) : []),
    ],
    keywords: chain ? errorNamesIn(chain.failed.output) : [],
  })
  return [{ item, odds }]
}

interface Written
  extends Pick<ExtractedItem, 'kind' | 'standing' | 'sources' | 'tags' | 'keywords'> {
  readonly said: string
  readonly account: string
  readonly speaker: Episode['speaker']
  readonly odds: number
}

function itemOf({ account, odds, speaker, tags, keywords, ...rest }: Written): ExtractedItem {
  const said = withoutRequest(rest.said)
  const content = withAccount(said, account)
  return {
    ...rest,
    content,
    said,
    account,
    importance: importanceOf(odds),
    tags: [...tags, ...tagsOf(content)],
    keywords: keywordsOf(content, keywords),
    scope: 'project',
    trust: speaker,
    files: filesIn(content),
    supersedes: undefined,
  }
}

/** The text under which it was stored when the prompt came, so that it is not stored again. */
function withoutRequest(said: string): string {
  const [only, ...others] = mentionsRemembering(said) ? findRemembered(said) : []
  return only && others.length === 0 ? only.content : said
}

/** Whether every sentence of a passage is in the text. */
function repeatsAll(passage: string, text: string): boolean {
  const known = plain(
    readSentences(text)
      .map((sentence) => sentence.text)
      .join(' '),
  )
  return readSentences(passage).every((sentence) => known.includes(plain(sentence.text)))
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const eventSource = ({ id }: Action): MemorySource => ({ type: 'tool-event', ref: id })

/** How likely the memory is wanted, from 0.5 on. */
function importanceOf(odds: number): number {
  return Math.round(100 / (1 + Math.exp(-odds))) / 100
}

function isSame(a: ExtractedItem, b: ExtractedItem): boolean {
  return a.content.includes(b.content) || compareStatements(a.content, b.content) === 'same'
}

/** None if the turn was not captured. */
function turnSource(turnId: string | undefined): readonly MemorySource[] {
  return turnId === undefined ? [] : [{ type: 'turn', ref: turnId }]
}

/** A lasting statement is believed from these log odds on. */
export const leastSure = 0.8

/** A memory only if the user's own words say that it is lasting. */
export function standingOf(said: string, odds: number): MemoryStanding {
  const plain = straightenQuotes(said)
  const isPassing = leansOnContext(plain) || opensAsTask(plain) || doubtful.test(plain)
  const isSure = odds >= leastSure && !isPassing
  return isSure && lasting.test(plain) ? 'memory' : 'candidate'
}

const lasting =
  /\b(?:always|never|from now on|going forward|in (?:the )?future|whenever|every time|in this (?:repo|project|codebase)|must|make sure|ensure|don't (?:ever|use|add|commit|create|write|run|want|need)|do not|by default|prefer|should(?:n't)?|only|instead|rather than|let's (?:keep|use|not))\b/i
/** Asks or wonders, answers something unknown, calls a host's command, or is about the current work. */
const doubtful =
  /\?|\b(?:wonder\w*|not sure|unsure|maybe|perhaps|i guess|sounds? like|any ideas?|for now|attached|screenshots?|mock-?ups?|see (?:above|below)|you were told|the last commit|going to try|probably)\b|^i (?:need|want) (?:an?|the|you|to)\b|^(?:but|and|or|[@/]\w)/i

interface Said {
  readonly said: string
  readonly account: string
  /** It answers something the agent did or said. */
  readonly isReply: boolean
  readonly hasEdits: boolean
  /** A command failed, something was changed, and it passed. */
  readonly isFix: boolean
}

function kindOf({ said, account, isReply, hasEdits, isFix }: Said): MemoryKind {
  const plain = straightenQuotes(said)
  if (trouble.test(plain) && (hasEdits || isFix))
    return workaround.test(account) ? 'workaround' : 'fix'
  if (isReply && objection.test(plain)) return 'correction'
  if (personal.test(plain)) return 'preference'
  if (steps.test(plain)) return 'procedure'
  if (/https?:\/\//.test(plain)) return 'reference'
  return choice.test(plain) || hasEdits ? 'decision' : 'fact'
}

/** The kind of a statement that the user made outright. */
function outrightKind(said: string): MemoryKind {
  const plain = straightenQuotes(said)
  if (personal.test(plain)) return 'preference'
  return commands.test(plain) ? 'rule' : 'fact'
}

const commands =
  /\b(?:never|always|from now on|going forward|must|should|don't|do not|policy|rule|convention|only)\b/i
const trouble =
  /\b(?:errors?|fail(?:s|ed|ing|ure)?|broken|bugs?|crash\w*|exception|doesn't work|not working|404|500)\b/i
const workaround = /\b(?:work ?around|temporar\w+|for now|until)\b/i
const objection =
  /\b(?:no,|not|n't|wrong|instead|rather|actually|should(?:n't)?|but|revert|undo|remove|why (?:did|do) you)\b|n't\b/i
const personal = /\bi(?:'d)? (?:\w+ )?(?:prefer|like|love|rather|hate|don't like|dislike)\b/i
const steps =
  /\b(?:to (?:run|test|deploy|build|release|start)|first .* then|before you|after you|run `)/i
const choice = /\b(?:let's|go with|use|should|want|option|decid\w+|keep|instead|only|plan)\b/i
