/** What agents say that is worth keeping. More is asked of them than of people. */
import { cue, phrase } from '../cue.ts'
import type { Account, Finding } from '../language.ts'
import { bareSuccess, causes, hedged, impersonal, remedies, slip } from './account.ts'
import { workaround } from './kinds/workaround.ts'

const workarounds: Finding = {
  kind: 'workaround',
  cues: [
    ...workaround.cues,
    cue(-3, hedged),
    cue(-3, /\b(?:want me|shall i|stopped|so i can't|so i left|from here)\b/),
  ],
  threshold: 4,
}

const decisions: Finding = {
  kind: 'decision',
  cues: [
    cue(
      2,
      phrase`\b(?:we|you)(?:'ve| have)? (?:agreed|chose|decided|settled|opted|picked|
        standardi[sz]ed)\b|\bas (?:agreed|decided|discussed)\b`,
    ),
    cue(
      1,
      phrase`\b(?:because|since|so that|rather than|instead of|due to|as you|earlier|last week)\b`,
    ),
    cue(-3, hedged),
  ],
  threshold: 3,
}

const aboutSteps = phrase`\bhow (?:do|did|does|can|was|were|is|are|to)\b.*\b(?:we|i|our|again|the|here)\b|
  \bwhat(?:'s| is| are) the (?:order|steps|process|procedure|way|command)\b|\bhow to\b`
const aboutPlace = phrase`\b(?:where|is there|are there|do we have|have we)\b.*\b(?:document(?:ed)?|docs?|documentation|spec|runbook|described|design|written|
  protocol|decision|track|tracked|wiki|dashboard|logs?|secrets?|credentials|deployed|
  hosted)\b`

export const account: Account = {
  findings: [workarounds, decisions],
  causes,
  remedies,
  evasions: workaround.cues,
  neutral: impersonal,
  isSlip: (plain) => slip.test(plain),
  isIdle: (plain) => hedged.test(plain) || bareSuccess.test(plain),
  asksForSteps: (plain) => aboutSteps.test(plain) && !/\bgeneral(?:ly)?\b/.test(plain),
  introducesSteps: (plain) =>
    /\b(?:steps|order|procedure|sequence)\b[^:]*:$|^to \w+[^:]*:$/.test(plain),
  tellsOfLooking: (plain) =>
    /\bi (?:traced|found|looked|checked|read|searched)\b|^from the \w+/.test(plain),
  asksForPlace: (plain) => aboutPlace.test(plain),
}
