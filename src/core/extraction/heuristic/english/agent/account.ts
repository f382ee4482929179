/** How coding agents tell why something failed and what mended it. */
import { type Cue, cue, phrase } from '../../cue.ts'
import { oneOf } from '../words.ts'

/** Opinions, offers, plans and guesses. */
export const hedged = phrase`\b(?:i can't|i'd|i would|you could|you should|you may|might|maybe|
  perhaps|suggest|recommend|consider|usually|typically|in general|general advice|most teams|
  depends|suspect|haven't confirmed|not sure|seems|looks like|probably|let me|shall i|want me|
  would you|if you|feel free|i'll|i will|i should|i also don't|next i|try )\b`

/** What «I …ed» tells of looking, not of mending. */
const looked = oneOf(`looked checked searched traced tried tested noticed suspected noted confirmed
  stopped started need needed assumed guessed skipped measured compared reproduced profiled can can't
  could couldn't will would won't see saw think found know did didn't do don't have haven't had am was wasn't
  suggest left leave read look check went hope agree mixed misread missed forgot understand`)
const helps =
  oneOf(`stops? stopped fix(?:es|ed) brings? brought makes? made gets? got solves? solved lets?
  avoids? removes? removed keeps? kept cures? cured restores? restored works? helps? brings`)
const present =
  oneOf(`opens? uses? divides? runs? passes reads? writes? sets? returns? starts? waits?
  creates? loads? calls? is has shared agrees?`)

export const causes: readonly Cue[] = [
  cue(
    2.5,
    phrase`\b(?:root cause|the cause|cause was|caused by|the culprit|turn(?:s|ed) out|found it|
      finding:|comes? from|came from|the (?:problem|issue|reason|bug|difference|failure|crash|
      delay|mismatch) (?:was|is|came))\b|\b(?:cause|reason|what happened|that's it|confirmed|
      diagnosis|it was [^.:]{3,40}|it's [^.:]{3,40}|fixed):`,
  ),
  cue(
    1.5,
    phrase`^so \w+ (?:\w+ed|was|were|had)\b|\b(?:because|since|due to|hence|which is why|
      that's why|as a result|therefore|while|whereas)\b|, so `,
  ),
  cue(
    1,
    phrase`\b(?:was|were|had|wasn't|weren't|didn't|isn't|aren't|doesn't|can't|has no|have no|
      requires?|expects?|needs|rejects?|changed|only|no longer|not compatible|incompatible|
      defaults?|although|but|still|ended up|ran out|ignores?|before|never|dropped|instead of|took|
      without)\b|, not \S+|\bnot ‹code›`,
  ),
  cue(-3, hedged),
]

export const remedies: readonly Cue[] = [
  cue(
    2,
    phrase`\b(?:fix|solution|remedy|what i did):|\b(?:fixed (?:it|by)|the fix (?:is|was)|
      resolved)\b|^\w+ing\b.*\b(?:${helps})\b|\b(?:makes?|gets?|brings?) (?:it|all|them|the \w+)\b`,
  ),
  cue(
    1.5,
    phrase`\bi(?:'ve| have)? (?:now |also |then |therefore )?(?!(?:${looked})\b)[a-z]+\b|^(?:now |
      also )?(?!(?:${looked})\b)[a-z]+(?:ed|ing) |^(?:set|put|made) `,
  ),
  cue(
    1,
    phrase`\b(?:${present}) (?:\w+ )?now\b|\bnow (?:\w+ )?(?:${present})\b|\b(?:divides|opens|
      uses|reads|writes)\b.*\bnow\b|\bwe (?:now )?(?!(?:agreed|decided|chose)\b)[a-z]+ `,
  ),
  cue(0.5, /‹(?:code|path)›/),
  cue(-3, hedged),
]

/** Not worth remembering. */
export const slip = phrase`\b(?:typo|misspelled|misspelt|i (?:had )?(?:forgotten|forgot|missed|
  mistyped)|missing (?:semicolon|comma|import|bracket|parenthesis|brace|quote|return|export)|
  (?:semicolon|comma|import|bracket|brace|quote|return|export)\b[^.]{0,40}\bmissing|(?:wasn't|
  isn't|not) imported|unused (?:import|variable)|trailing (?:comma|whitespace)|syntax error|
  my (?:mistake|bad|own)|indentation|red\b.*\bgreen|as expected|first (?:test )?run failed|
  line endings?|crlf|updated the snapshots?)\b`

export const bareSuccess = phrase`^(?:done|fixed|ok|okay|sure|great|good|thanks|understood|noted|
  right|got it|agreed|you're right|sorry|the (?:suite|tests?|build) (?:now )?pass(?:es)?(?: now)?|
  all (?:tests )?pass|found it|looking into it|it (?:compiles|builds|works|
  passes)(?: now)?)\b[^,:;]{0,25}[.!]?$`

const labels =
  /^(?:root cause|cause|fix|what happened|what i did|confirmed|found it|that's it|fixed|workaround)[:.]\s+(\S)/i

/** «I set your flag» as «Set the user's flag». */
export function impersonal(text: string): string {
  const capital = (_: string, first: string) => first.toUpperCase()
  return text
    .replace(labels, capital)
    .replace(/^I(?:'ve| have)? (?:also )?(\w)/, capital)
    .replace(/\bI've\b/g, 'the agent has')
    .replace(/\bI\b(?!\/)/g, 'the agent')
    .replace(/\byour\b/gi, "the user's")
    .replace(/\byou don't\b/gi, 'the user does not')
    .replace(/\byou were\b/gi, 'the user was')
    .replace(/\byou need\b/gi, 'the user needs')
    .replace(/\byou\b(?! can)/gi, 'the user')
}
