/** «we're going with S3», «monorepo it is», «Redux is off the table». */
import { cue, type Grammar, phrase } from '../../cue.ts'

export const decision: Grammar = {
  kind: 'decision',
  cues: [
    cue(
      3.5,
      phrase`\b(?:decided|chose|chosen|settled (?:on|for|with|that)|opted|agreed|went (?:with|for|
        back)|going (?:with|for|back)|(?:go|stick|stuck|stay) with|sticking|standardi[sz]\w+|
        concluded|voted|(?:was|were|got|been|and) (?:rejected|vetoed|turned down)|signed off|
        consensus|(?:the|our|final) (?:decision|verdict|call)|made up (?:my|our)|off the table|
        ruled out|it's settled|is settled|settled it|is final|made the call|how we'll|what we'll|
        from the (?:cto|ceo|boss|board|lead))\b|\bstays? (?:until|till|for)\b|\bgoes out\b|
        \b(?:it is|it's)(?: then)?(?:[,.]|$)|\bit(?:'s| is) then\b|\bit's (?:going to|gonna) be\b|
        \byou convinced me\b|\bfinal (?:answer|word)\b|\b(?:take|took|go for|went for|
        choose) (?:option |the )?[a-d]\b|^[a-d][.,:] `,
    ),
    cue(
      3,
      phrase`\b(?:we|team|they|i)(?:'ve|'re|'ll| have| are| will| all)? (?:\w+ )?(?:dropped|
        ditched|moved|migrated|switched|ripped|replaced|retired|killed|adopted|abandoned|dropping|
        moving|switching|replacing|keeping|keep using|drop|adopt|move to|switch to|gave up|picked|
        doing|take|(?:won't|will not|aren't going to|'re not going to|not) (?:support|use|build|
        do|add|have|ship|adopt)\w*)\b|\b(?:relicens|deprecat|retir|migrat)ing\b`,
    ),
    cue(
      1,
      /\b(?:instead of|rather than|in favou?r of|over|no longer|stays?|staying|not any ?more)\b/,
    ),
    cue(
      0.5,
      /\b(?:because|since|so that|meeting|call with|talked (?:it|about)|discussed|review)\b/,
    ),
    cue(-3, /\bsince (?:we|i|they|the)\b/),
    cue(
      -3,
      /\b(?:can't decide|undecided|haven't decided|not decided|to decide|if we|should we)\b|\blet's use\b/,
    ),
  ],
}
