/**
 * The local rules: no model, no network, the same answer for the same window. What the user says
 * outright becomes a memory at once. Other words that steer the work become a candidate, a hint for
 * the session's reader.
 */
import type { MemoryKind, MemoryStanding } from '../../../contract/vocabulary.ts'
import { isQuestion, outrightIn } from '../../cues/outright.ts'
import { passageOf, standsAlone } from '../../cues/passage.ts'
import { isErrand, reportsTrouble, retractsLast } from '../../cues/short-lived.ts'
import { compareStatements } from '../../memory/sameness.ts'
import { type Exchange, type ExtractedItem, mostItems, type Window } from '../../model/window.ts'
import { filesIn } from '../../text/names.ts'
import { straightenQuotes } from '../../text/sentences.ts'
import { findRemembered, mentionsRemembering } from '../remember/find-remembered.ts'
import { keywordsOf, tagsOf } from './keywords.ts'

/** Marks a candidate that only reports something as broken, missing or unused. */
export const reportedTag = 'reported'

export function judgeWindow({ exchanges }: Window): readonly ExtractedItem[] {
  const heard = exchanges.flatMap((exchange, at) =>
    retractsLast(exchanges[at + 1]?.surelyTyped ?? '') ? [] : hear(exchange),
  )
  const kept: ExtractedItem[] = []
  for (const item of heard) {
    if (!kept.some(({ content }) => isSame(content, item.content))) kept.push(item)
  }
  return kept.toSorted((a, b) => b.importance - a.importance).slice(0, mostItems)
}

function hear(exchange: Exchange): readonly ExtractedItem[] {
  const outright = outrightIn(exchange.surelyTyped)
  if (outright.length > 0) return outright.map((said) => itemOf(said, exchange, 'memory'))
  const said = passageOf(exchange.user)
  const isHint = standsAlone(said) && !isErrand(said) && !isQuestion(said) && steers.test(said)
  return isHint ? [itemOf(said, exchange, 'candidate')] : []
}

/** Words with which a user decides, corrects or rules something out. */
const steers =
  /\b(?:should|must|never|always|instead|rather than|let['’]?s|prefer|by default|decid\w+|our|we (?:use|want|need)|(?:shouldn|mustn|don)['’]t|do not)\b/i

function itemOf(words: string, exchange: Exchange, standing: MemoryStanding): ExtractedItem {
  const content = asRemembered(words)
  const isReport = standing === 'candidate' && !hasEdits(exchange) && reportsTrouble(content)
  return {
    content,
    kind: kindOf(straightenQuotes(content), standing),
    standing,
    importance: standing === 'memory' ? 0.9 : 0.6,
    tags: [...(isReport ? [reportedTag] : []), ...tagsOf(content)],
    keywords: keywordsOf(content),
    scope: 'project',
    trust: 'user',
    files: filesIn(content),
    sources: exchange.turnId === undefined ? [] : [{ type: 'turn', ref: exchange.turnId }],
    supersedes: undefined,
  }
}

const hasEdits = ({ actions }: Exchange) =>
  actions.some(({ kind, outcome }) => kind === 'edit' && outcome === 'ok')

/** The text as `remember` stored it when the prompt arrived, so that it is not stored again. */
function asRemembered(said: string): string {
  const [only, ...others] = mentionsRemembering(said) ? findRemembered(said) : []
  return only && others.length === 0 ? only.content : said
}

function isSame(one: string, other: string): boolean {
  return one.includes(other) || compareStatements(one, other) === 'same'
}

function kindOf(said: string, standing: MemoryStanding): MemoryKind {
  if (personal.test(said)) return 'preference'
  if (standing === 'candidate') return objects.test(said) ? 'correction' : 'decision'
  return commands.test(said) ? 'rule' : 'fact'
}

const personal =
  /\bi(?:'d)? (?:\w+ )?(?:prefer|like|love|rather|hate|don't like|dislike)\b|^prefer\b/i
const commands =
  /\b(?:never|always|from now on|going forward|must|should|don't|dont|do not|policy|rule|convention|only|use)\b|n't\b/i
const objects = /\b(?:no,|not|wrong|instead|rather|actually|but|revert|undo)\b|n't\b/i
