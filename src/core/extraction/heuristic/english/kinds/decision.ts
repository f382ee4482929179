/** «we're going with S3», «monorepo it is», «Redux is off the table». */
import { cue, type Grammar, phrase } from '../../cue.ts'

export const decision: Grammar = {
  kind: 'decision',
  cues: [
    cue(
      3.5,
      phrase`\b(?:decided|chose|chosen|settled (?:on|for|with|that)|opted|agreed|went (?:with|for|back)|
        going (?:with|for|back)|(?:go|stick|stuck|stay) with|sticking|standardi[sz]\w+|concluded|voted|
        signed off|consensus|(?:the|our|final) (?:decision|verdict|call)|made up (?:my|our)|
        off the table|ruled out|it's settled|is settled|is final|made the call)\b|
        \b(?:it is|it's)(?: then)?(?:[,.]|$)|\bit is then\b`,
    ),
    cue(
      3,
      phrase`\b(?:we|team|they|i)(?:'ve|'re|'ll| have| are| will| all)? (?:\w+ )?(?:dropped|ditched|moved|migrated|
        switched|ripped|replaced|retired|killed|adopted|abandoned|dropping|moving|switching|
        replacing|keeping|keep using|drop|adopt|move to|switch to|gave up|picked|doing|take|
        won't (?:support|use|build))\b|\b(?:relicens|deprecat|retir|migrat)ing\b`,
    ),
    cue(
      1,
      /\b(?:instead of|rather than|in favou?r of|over|no longer|stays?|staying|not any ?more)\b/,
    ),
    cue(
      0.5,
      /\b(?:because|since|so that|meeting|call with|talked (?:it|about)|discussed|review)\b/,
    ),
    cue(
      -3,
      /\b(?:can't decide|undecided|haven't decided|not decided|to decide|if we|should we)\b|\blet's use\b/,
    ),
  ],
}
