/** What a sentence does: asks, supposes, reports trouble. */
import { phrase } from '../cue.ts'
import { oneOf, work } from './words.ts'

/** Something is broken: the reason to ask, not what is worth knowing. */
export const trouble = phrase`\b(?:fail(?:s|ed|ing)?|broken|breaks|crash(?:es|ed|ing)?|
  doesn't (?:work|compile|build|start|load|pick|show|update)|not working|won't (?:start|build|
  load|compile)|(?:an?|the|this|with|gets?|getting|throws?) error|errors (?:out|when|on)|errored|
  exception|hangs?|hanging|stuck|is red|refused|too (?:big|small|slow|wide|narrow)|times? out|
  timed out|flaky|dies|dying|blows up|bug|slow|weird|wrong|off by|complains?|missing|
  vanish(?:es)?|looks? (?:off|wrong|weird|odd)|can't (?:log|connect|find|reproduce|reach|open))\b`

const address =
  oneOf(`please now just then next first also go go_ahead_and can_you could_you would_you
  will_you can_we could_we you_can i'd_like_you_to i_want_you_to i_need_you_to i_need_to i_want_to
  we_need_to we_should let's lets help_me feel_free_to try_to how_about_you mind`)
/** «log messages must …» begins with a noun. */
const asNoun = String.raw`(?! [\w-]+ (?:must|is|are|has|have|should|goes?|lives?|needs?)\b)`
export const asksForWork = phrase`^(?:(?:${address}) )*(?:${work})\b${asNoun}`

/** «add the retry», «can you check …»: to be done, not to be known. */
export function isRequest(plain: string): boolean {
  return asksForWork.test(plain) || /^(?:can|could|would|will) (?:you|we)\b/.test(plain)
}

/** «if we ever …», «suppose», «should we …». */
export function isSupposed(plain: string): boolean {
  return supposed.test(plain)
}
const supposed = phrase`^(?:if (?:we|i|you|they|it|there|the \w+) (?:ever|were|was|had|did|could|
  would|wanted|decided|used|went|switched)|suppose|supposing|imagine|what if|let's (?:say|assume|
  imagine)|say we|assuming|hypothetically|in theory|not that i|i wonder|i'm wondering|wondering|
  should (?:we|i)|shall (?:we|i)|would it|had we|pretend)\b|\b(?:hypothetically|in theory|
  can't decide|undecided|haven't decided|not decided|let's decide|help me decide|you decide|
  should i|should we|do you think|would you)\b`

/** It holds just now and will not for long, or was so once. */
export function isPassing(plain: string): boolean {
  return passing.test(plain)
}
const passing = phrase`^i (?:was able|managed|tried)\b|\b(?:right now|at the moment|
  for the moment|just now|currently|atm|this (?:morning|afternoon|evening)|tonight|(?:is|are|was|
  were) (?:down|offline|red|away|sick))\b`

/** Asking to know; «can you …» asks to act and is a request. */
export function isInquiry(plain: string): boolean {
  return inquiry.test(plain)
}
const inquiry = phrase`^(?:i (?:don't|can't) (?:understand|see|get|know) |what(?! (?:worked|works|
  helps|helped|i|we)\b)|why|how (?:do|does|did|to|come|is|are|was|were|can|could|would|should|
  long|many|much|often|about)|how's|(?:where|when|who|which|whose)(?:'s| (?:do|does|did|is|are|
  was|were|will|should|can|one|of|version|file|port|way))|is (?:it|this|that|there|the|he|she|a)|
  are (?:there|we|you|they|these|the)|was|does|do (?:we|you|i|they)|did|has (?:it|the|anyone|
  this)|have (?:we|you)|am i|any (?:idea|news|way)|don't (?:we|you|they))\b`

/** The user came with it. */
export function reportsTrouble(plain: string): boolean {
  return trouble.test(plain) || complaint.test(plain)
}
const complaint = phrase`\b(?:can't|cannot|won't|doesn't|isn't|aren't|keeps?|again|help|why (?:do|
  does|is|are|would)|what(?:'s| is) (?:wrong|going on)|restarting|dead|lost|wants to recreate|
  oom\w*|broke|stale|still|makes no sense|only (?:on|in|when)|too (?:low|high|long|many)|
  takes? \d+|every (?:third|second|other|time)|nothing happens|empty|disabled|never)\b|\?\?`

/** «you edited …», «saw you log …»: the agent did what it should not have. */
export const reproach = phrase`^(?:[^,.]{0,30}[, ])?you(?:'ve| have|'re)? (?:just |now |again |
  even )*(?!(?:need|said|asked)\b)(?:put|wrote|made|ran|did|took|got|went|set|broke|forgot|left|
  chose|built|read|sent|logged|log|treat|push|use|hard-?code|keep \w+ing|\w+ed)\b|
  \b(?:did you just|why (?:did|are|do|would) you|saw (?:that )?you|i see you|not what i)\b|
  ^(?:ffs|wtf|dude|whoa|hold on|(?:wait|hey|stop)[,.! ]+(?:what|why|did|you|no|that))\b`

export const objection = phrase`^(?:no+|nope|nah|non|wrong|false|incorrect|not (?:quite|really|
  right|correct|true|exactly)|that(?:'s| is|'s just| does| was)? (?:not|wrong|incorrect|nothing|
  outdated)|isn't it|actually|hm+,? (?:no|that)|second no|third time)\b`
