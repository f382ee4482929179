/** «after you change proto/ run make gen», «to release: bump, tag, push». */
import { cue, type Grammar, phrase } from '../../cue.ts'
import { oneOf } from '../words.ts'

const steps = oneOf(`run execute call bump tag push copy hold plug press regenerate rebuild restart
  commit open add put set update delete create install start stop log_in ssh export apply deploy
  merge wait pull drain rotate sync scale switch upload seed cook flash read`)

export const procedure: Grammar = {
  kind: 'procedure',
  cues: [
    cue(
      3,
      phrase`\b(?:${steps})\b[^.?]*(?:,|;| then| and| →| ->) (?:then |and |
        after that )*[^,.?]{0,20}\b(?:${steps}|uploads|then)\b|‹code›[^.?]{0,40}\b(?:then|
        and then|after that|first|followed by)\b|\bonly then\b|\b(?:then|first|afterwards|
        after that) (?:‹code›|‹path›|[\w.]+/\w+)|\bin (?:that|this) order\b|
        ^first [^.?]+, (?:and )?then\b|\bby \w+ing [^.?]+ing\b[^.?]*\bthen\b|\b(?:while|before|
        after) you \w+ [^.?]*\bthen\b`,
    ),
    cue(
      2.5,
      phrase`\b(?:to|if) (?:you |we |a |an |the )?[^.?,:]{3,50}[:,] ?(?:you |we |always |first |
        then |have to |need to |must |just )*(?:${steps})\b|\b(?:before|after|when(?:ever)?|once|
        each time|every time) (?:you |we |a |an |the |any )?[^.?]{3,70}(?:,|:|\byou|\bwe|\balways|
        \bfirst|\)|-) ?(?:you |we |always |first |then |have to |need to |must |just |
        should )*(?:(?:${steps})\b|‹code›)`,
    ),
    cue(
      2.5,
      phrase`\b(?:goes like|works like|how (?:it goes|(?:we|you|to) (?:${steps}|release|rotate|
        ship|migrate|roll))|the (?:process|procedure|steps|workflow|order|drill|dance|routine|
        release flow|way to)|same dance|step by step|the steps)\b`,
    ),
    cue(
      1.5,
      phrase`\b(?:we|you) (?:always |first |then |have to |need to |must |just )*(?:run(?! (?:on|
        in|at|with)\b)|execute|regenerate|rebuild|tag|bump|seed|flash)\b|\bneeds? ‹code›|
        \bit's ‹code›`,
    ),
    cue(1, /‹code›/),
    cue(-3, /\bi (?:thought|saw|tried|had|was|noticed)\b/),
    cue(-1.5, /\b(?:never|not allowed|must not|mustn't|sign-?off|approval|policy)\b/),
    cue(-1.5, /‹link›|\b(?:lives?|documented|described|tracked) (?:in|at|on|under)\b/),
  ],
}
