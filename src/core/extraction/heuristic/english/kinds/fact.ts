/** «our prod db is Postgres 12», «Marta owns payments», «I'm on NixOS». What is left of the rest. */
import { cue, type Grammar, phrase } from '../../cue.ts'

export const fact: Grammar = {
  kind: 'fact',
  cues: [
    cue(1.25, /./),
    cue(
      2,
      phrase`\bi(?:'m| am) (?:on|in|from|an? (?!bit|little|(?:[\w.+#-]+ ){1,2}(?:person|guy|
        fan)\b)|the|based|new to|colou?r|dyslexic|using|running)\b|\bi've been (?:\w+ing|in|on|
        with)\b|\bi (?:work (?:at|for|in|from|as)|don't have|only have|live in|maintain|own)\b`,
    ),
    cue(
      1.5,
      phrase`\b(?:owns?|maintains?|is owned|is run|owned by|run by|leads?|responsible for|
        signs? off|is on leave|to ask (?:for|about)|in charge|shared (?:with|by)|has (?:\d|no|
        only|about|around|two|three|four)|have (?:\d|no|only|about|two|three|four)|(?:limited|
        frozen|pinned|capped) (?:to|at)|listens on|runs on)\b`,
    ),
  ],
}
