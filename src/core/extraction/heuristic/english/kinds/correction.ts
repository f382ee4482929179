/** «no, staging is eu-west-1», «that config is dead, we moved to vitest». */
import { cue, type Grammar, phrase } from '../../cue.ts'

export const correction: Grammar = {
  kind: 'correction',
  cues: [
    cue(
      4,
      phrase`^(?:no|nope|nah|wrong|false|incorrect|not (?:quite|really|right|correct|true|
        exactly)|no no)(?:[,.!:;]| (?:we|our|the|that|it|it's|this|staging|prod|in|there|
        you)\b)(?! ?(?:need|problem|worries|rush))|^(?:that|this|
        it)(?:'s| is| was| isn't)? (?:not |just |all )*(?:wrong|incorrect|outdated|dead|obsolete|
        stale|right|true|correct|how)\b|^that's (?:the |an? )?(?:old|wrong|previous|legacy)\b|
        ^wrong \w+|^(?:that|this) \w+ (?:is|was) (?:dead|old|outdated|stale|obsolete|wrong|gone)`,
    ),
    cue(
      4,
      phrase`^(?:hold on|wait|hm+|careful|actually|sorry)?[,. ]*you(?:'re| are|
        've| have| were)? (?:wrong|mistaken|confus\w+|mix\w+|assum\w+|thinking|got|put|used|
        guess\w+|thought|treat\w*|took)\b|\byou (?:were thinking|got confused|are assuming|mixed|
        assumed|mistook|misread|treated|swapped|took (?:it|them|that|the \w+) for)\b|
        \bdoesn't do what (?:you|it)\b|\bnot what (?:you|it) (?:think|looks?)\b`,
    ),
    cue(
      2.5,
      phrase`^(?:of course|obviously|naturally) (?:it|that|there|this)\b|\bwrong (?:place|one|
        file|folder|port|branch|env\w*|table|column|repo|cluster|region|account|version|unit|way|
        scale|team|service|name|key)\b|\b(?:we're|it's|that's|they're|i'm) not (?:on|in|using|a|
        an|the)\b|\bdespite the name\b|\b(?:the name is|it's) misleading\b|
        \bhas nothing to do with\b|\bi (?:never )?(?:said|meant|told you)\b`,
    ),
    cue(2, /^(?:it|that|they|this) (?:does not|doesn't|isn't|aren't|is not)\b/),
    cue(2.5, /\b(?:isn't|aren't|don't have|not) [^,.]{2,30}, (?:it's|its|we|that's|there's)\b/),
    cue(2, /\bactually\b|\bno such thing\b|\bthat's why your\b|\bi (?:told|said|asked) you\b/),
    cue(
      1,
      /, not (?:the |a |an |in |on )?\S+|\b(?:isn't|aren't) (?:the same|in|on|an?|our|until)\b/,
    ),
    cue(-2.5, /\b(?:i prefer|i'd rather|i like|i can't stand|i don't like)\b/),
  ],
}
