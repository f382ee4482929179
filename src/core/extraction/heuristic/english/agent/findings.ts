/** What agents say of their own accord. More is asked of them than of people. */
import { cue, phrase } from '../../cue.ts'
import type { Finding } from '../../language.ts'
import { workaround } from '../kinds/workaround.ts'
import { oneOf } from '../words.ts'
import { hedged } from './account.ts'

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

const software =
  oneOf(`server api cli sdk library plugin tool package service driver framework endpoint
  provider runner version client platform gateway registry compiler parser format`)

/** «The server doesn't expose an `issue` parameter, it only supports `project`.» */
const limits: Finding = {
  kind: 'fact',
  cues: [
    cue(
      2,
      phrase`\b(?:doesn't|don't|can't|couldn't|has no|have no|there's no|isn't|
        aren't) (?:\w+ ){0,2}(?:support|expose|accept|allow|offer|provide|have|take|supported|
        exposed|available|way|option|parameter|able)\b`,
    ),
    cue(1.5, /\bonly (?:supports?|accepts?|allows?|takes?|has|works|offers?|exposes?|returns?)\b/),
    cue(1, phrase`\b(?:${software})\b`),
    cue(1, /\b(?:gap|limitation|by design|unsupported|known)\b/),
    cue(-3, hedged),
    cue(
      -3,
      phrase`\b(?:want me|shall i|i (?:don't|can't|haven't|added|changed|set|made|removed|fixed|
        wrote)|test(?:s|ed)?|now)\b`,
    ),
  ],
  threshold: 4.5,
}

export const findings: readonly Finding[] = [workarounds, decisions, limits]
