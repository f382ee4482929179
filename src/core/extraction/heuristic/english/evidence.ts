/** What speaks for or against a sentence saying something that lasts. The weights are in `weights.ts`. */
import { phrase } from '../cue.ts'
import type { Evidence } from '../language.ts'
import { around } from './around.ts'
import { ofTheTask } from './of-the-task.ts'
import { oneOf, stative, surroundings } from './words.ts'

const evidence = (name: string, pattern: RegExp): Evidence => ({ name, pattern })

const place = oneOf(`repo repository project codebase code_base team company lib library service app
  package monorepo org crate engine platform product shop setup stack squad office department client
  firm studio lab cluster game firmware board system site`)
export const saysWhatIs = phrase`^(?:[\w‹›./#'-]+ ){1,5}(?:${stative})\b`

/** About the people, the place and what is always so. */
const lasting = [
  evidence('speaks of ours', /\bour\b/),
  evidence(
    'names this place',
    phrase`\b(?:in|on|for|of|with|at) (?:this|our|the) (?:${place})\b|\b(?:in|around|over) here\b|
      \bthis (?:${place})\b|\bhere(?:[.,:;]|$| (?:we|it|is|and|because|since|you))`,
  ),
  evidence('names surroundings', phrase`\b(?:${surroundings})\b`),
  evidence(
    'announces itself',
    phrase`\b(?:fyi|btw|by the way|heads[- ]?up|gotcha|just so you|so you (?:know|have)|
      for (?:quick )?context|context|keep in mind|mind you|for the (?:record|notes)|for reference|
      note that|important|reminder|careful|beware|watch out|worth knowing|to be clear|
      you should know|for you to know|quick note|remember(?: that)?)\b`,
  ),
  evidence('begins with what is', saysWhatIs),
  evidence('explains in brackets', /\([^)]+\)/),
  evidence('gives an address', /‹(?:link|path)›/),
  evidence('speaks as we', /\b(?:we|we're|we've|us|ours)\b/),
  evidence(
    'speaks of all cases',
    phrase`\b(?:every|each|all|any|anything|everything|everybody|everyone|whatever|whoever|
      whenever|wherever|nothing|nobody|no one|nowhere|anywhere|everywhere|ever|only|whole)\b`,
  ),
  evidence(
    'gives a reason',
    phrase`\b(?:because|since|as (?:the|it|we|our|they|that|there)|otherwise|due to|so that|
      or else|that's why|which is why|reason|hence|thanks to)\b|, (?:so|cause|that's)\b|, (?:it|
      they|that|the \w+) `,
  ),
  evidence(
    'sets against',
    /\bnot\b|\b(?:instead|rather|unlike|although|though|even if|except)\b|n't\b/,
  ),
  evidence(
    'speaks to the agent',
    /(?<!\b(?:can|could|would|will|did|do|are|have) )\byou(?:r|'re|'ve)?\b/,
  ),
  evidence(
    'says where',
    phrase`\b(?:in|on|at|under|from|over|by|behind|inside|outside|through|via|into|until|after|
      before)\b[^,.]*\b(?:in|on|at|under|from|over|by|behind|inside|outside|through|via|into|
      until|after|before|for|with)\b`,
  ),
]

export const allEvidence: readonly Evidence[] = [...lasting, ...ofTheTask, ...around]
