/** What people ask agents, when the answer is worth keeping. */
import { phrase } from '../../cue.ts'
import type { Questions } from '../../language.ts'

const aboutSteps = phrase`\bhow (?:do|did|does|can|was|were|is|are|to)\b.*\b(?:we|i|our|again|the|
  here)\b|\bwhat(?:'s| is| are) the (?:order|steps|process|procedure|way|command)\b|\bhow to\b`
/** What the code says plainly, or any manual. */
const aboutWorkings = /\bhow (?:do|does) .*\bworks?\b|\bgeneral(?:ly)?\b/
const steps = /\b(?:steps|order|procedure|sequence)\b[^:]*:$|^to \w+[^:]*:$/

const aboutPlace = phrase`\b(?:where|is there|are there|do we have|
  have we)\b.*\b(?:document(?:ed)?|docs?|documentation|spec|runbook|described|design|written|
  protocol|decision|track|tracked|wiki|dashboard|logs?|secrets?|credentials|deployed|hosted)\b`

const aboutReason = phrase`^(?:and |but |hm+ |so )*(?:why|how come|what makes|where (?:does|do|
  did|is) .* come from|is there a reason|what's the reason|what's the point|what decides|
  who (?:calls|writes|owns|sets))\b|\b(?:find out|figure out|tell me|any idea|i wonder) (?:why|
  where|how come)\b`

const looking = phrase`\bi (?:traced|found|looked|checked|read|searched|compared|measured)\b|
  ^from the \w+|^(?:finding|root cause|cause|diagnosis)\b`

const taking = phrase`^(?:ok|okay|ah|oh|aha|i see|makes sense|good to know|thanks|thank you|great|
  right|got it|interesting|that explains|so|then|fine|alright|huh|perfect|nice|cool|yes)\b`

export const questions: Questions = {
  asksForSteps: (plain) => aboutSteps.test(plain) && !aboutWorkings.test(plain),
  introducesSteps: (plain) => steps.test(plain),
  asksForPlace: (plain) => aboutPlace.test(plain),
  asksForReason: (plain) => aboutReason.test(plain),
  tellsOfLooking: (plain) => looking.test(plain),
  isTaken: (text) => taking.test(text.trim().toLowerCase()),
}
