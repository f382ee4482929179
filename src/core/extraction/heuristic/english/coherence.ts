/** How sentences hang together. */
import { phrase } from '../cue.ts'

/** «here is their guide:», «from our slack:», «the log says:». */
export function introducesPaste(plain: string): boolean {
  return pasteAhead.test(plain) && !ownWordsAhead.test(plain)
}
const pasteAhead = phrase`(?:\b(?:here's|here is|here are|from (?:our|the|their|my|a)|says?|said|
  wrote|logs?|output|errors?|guide|readme|summari[sz]e|translate|proofread|review|following|below|
  prompt|e-?mail|message|text|this|these|lmao|got|trace(?:back)?|explain)\b.*)[:：]$`
const ownWordsAhead = phrase`\b(?:rules?|conventions?|things|points|preferences?|context|steps|
  process|procedure|notes?|remember|important|requirements|guidelines)\b[^:]*:$`

export function isBareObjection(plain: string): boolean {
  return bareObjection.test(plain)
}
const bareObjection = phrase`^(?:no|nope|nah|wrong|not (?:quite|really|right|correct|true)|
  that's (?:not right|wrong|not true|incorrect|not it|not correct|not how)|please don't|incorrect|
  stop|wait|hold on|nono|no no(?: no)?|false|wrong [a-z]+(?: my friend| again)?|nope not that|
  not (?:that|this|so|gonna work)|that(?:'s| is) not (?:gonna|going to) work|
  isn't it the other way r?ound|the other way round|you (?:used|did|added|put|wrote|
  made) .{2,40} again|hmm no|you (?:assumed|thought|guessed) .{2,60})[.!,…]*$`

/** Begins as one goes on: with a pronoun, a reason, a further case. */
export function elaborates(plain: string): boolean {
  return continuation.test(plain) || isFragment(plain)
}
export const continuation = phrase`^(?:it|its|it's|they|they're|those|that|that's|this|these|
  because|otherwise|the reason|reason(?:ing)?|company policy|so|or|no|one|then|not|only|never|
  the \w+ people|legal|last time|got|been|known|restarting|restart|easier|simpler|same (?:for|
  goes|with)|including|especially|except|which|e\.g\.|i know|client and|he|she|there's|our|we're|
  customers|too|just restart)\b`

/** «colour, behaviour etc.» */
function isFragment(plain: string): boolean {
  return plain.split(' ').length <= 4 && !/^(?:ok|thanks?|please|go|do)\b/.test(plain)
}

/** Speaks of something named elsewhere. */
export function leansOnContext(plain: string): boolean {
  return leaning.test(plain)
}
const leaning = phrase`^(?:it|its|it's|they|they're|that's|that is|those are|these are|this is|he|
  she|them|(?:this|that) (?:means|explains|makes|lets|will|would))\b`
