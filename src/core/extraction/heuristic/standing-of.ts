/** Whether the user's own words say that something holds. */
import type { MemoryStanding } from '../../../contract/memory.ts'
import { opensAsTask } from '../../cues/errand.ts'
import { leansOnContext } from '../../cues/passage.ts'
import { straightenQuotes } from '../../text/straighten-quotes.ts'

/** Log odds from which on what is said as lasting is believed: few and sure. */
export const leastSure = 0.8

export function standingOf(said: string, odds: number): MemoryStanding {
  const plain = straightenQuotes(said)
  const isPassing = leansOnContext(plain) || opensAsTask(plain) || doubtful.test(plain)
  const isSure = odds >= leastSure && !isPassing
  return isSure && lasting.test(plain) ? 'memory' : 'candidate'
}

const lasting =
  /\b(?:always|never|from now on|going forward|in (?:the )?future|whenever|every time|in this (?:repo|project|codebase)|must|make sure|ensure|don't (?:ever|use|add|commit|create|write|run|want|need)|do not|by default|prefer|should(?:n't)?|only|instead|rather than|let's (?:keep|use|not))\b/i
/**
 * Asks or wonders, answers something that is not there, calls a command of the host, or is about
 * the work in hand.
 */
const doubtful =
  /\?|\b(?:wonder\w*|not sure|unsure|maybe|perhaps|i guess|sounds? like|any ideas?|for now|attached|screenshots?|mock-?ups?|see (?:above|below)|you were told|the last commit|going to try|probably)\b|^i (?:need|want) (?:an?|the|you|to)\b|^(?:but|and|or|[@/]\w)/i
