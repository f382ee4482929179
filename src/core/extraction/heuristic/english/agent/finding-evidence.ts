/** What speaks for or against a sentence of an agent being a finding. The weights are in `weights.ts`. */
import { phrase } from '../../cue.ts'
import type { Evidence } from '../../language.ts'
import { oneOf, stative, surroundings } from '../words.ts'
import { hedged } from './account.ts'

const done =
  oneOf(`added removed changed updated renamed moved wrote created fixed replaced set put made ran
  built deleted extracted split converted switched implemented done committed pushed reverted restored
  installed bumped opened merged rewrote`)

export const findingEvidence: readonly Evidence[] = [
  { name: 'says what is', pattern: phrase`^(?:[\w‹›./#'-]+ ){1,6}(?:${stative})\b` },
  {
    name: 'tells of looking',
    pattern:
      /\bi (?:found|looked|checked|traced|searched|read|see|compared)\b|\b(?:found it|finding|it turns out|turns out)\b/,
  },
  {
    name: 'tells what was done',
    pattern: phrase`^(?:i(?:'ve| have)? )?(?:now |also )?(?:${done})\b|\bi(?:'ve| have)? (?:now |
      also )?(?:${done})\b`,
  },
  { name: 'speaks of itself', pattern: /\bi\b|\bi'(?:ve|ll|m|d)\b|\bmy\b/ },
  { name: 'is unsure', pattern: hedged },
  { name: 'tells of a change', pattern: /\b(?:now|again)\b/ },
  {
    name: 'gives a reason',
    pattern: /\b(?:because|since|due to|that's why|which is why|as the|otherwise)\b|, so\b/,
  },
  {
    name: 'limits',
    pattern: phrase`\b(?:only|never|no|not|always|every|each|all|both|whole|nothing|without|until|
      limit\w*|at most|max\w*)\b|n't\b`,
  },
  { name: 'tells it after a colon', pattern: /\w: \S+ \S+ \S+/ },
  { name: 'names surroundings', pattern: phrase`\b(?:${surroundings})\b` },
  {
    name: 'speaks of this place',
    pattern: /\b(?:here|this (?:repo|project|codebase|cluster|setup|service)|your|our)\b/,
  },
  {
    name: 'points out',
    pattern:
      /^(?:note that|note:|mind that|heads-up|by the way|one thing)\b|\b(?:worth knowing|by design|on purpose|historical)\b/,
  },
  {
    name: 'says where it comes from',
    pattern: phrase`\b(?:comes? from|generated|written by|read from|loaded|stored|lives? in|
      defined|configured|set in|overrid\w+|inherit\w*|owned|runs? (?:on|in|at|every|as)|
      called (?:by|from))\b`,
  },
  {
    name: 'generalises',
    pattern:
      /\b(?:usually|typically|in general|generally|means that|is used to|you can|can be|best practice|commonly)\b/,
  },
  { name: 'answers yes or no', pattern: /^(?:yes|no|not yet|correct)\b/ },
  {
    name: 'tells of a plan',
    pattern: /\b(?:let me|i'll|next|going to|want me|shall|would you|should i)\b/,
  },
]
