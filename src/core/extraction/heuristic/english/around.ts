/** What is said before a sentence, and how the agent takes it. */
import { phrase } from '../cue.ts'
import type { Evidence } from '../language.ts'
import { continuation } from './coherence.ts'
import { objection, reproach } from './signals.ts'

export const around: readonly Evidence[] = [
  { name: 'reproaches', pattern: reproach },
  { name: 'comes after a reproach', pattern: reproach, of: 'line before' },
  { name: 'comes before a reproach', pattern: reproach, of: 'line after' },
  { name: 'goes on after', pattern: continuation, of: 'line after' },
  { name: 'comes after an objection', pattern: objection, of: 'line before' },
  { name: 'objects', pattern: objection },
  {
    name: 'the agent apologises',
    of: 'reply',
    pattern: phrase`\b(?:sorry|apolog\w+|my (?:mistake|bad|fault|error)|you're (?:absolutely |
      quite )?right|you are right|wrong of me|good (?:catch|point)|fair (?:point|enough)|
      i (?:misread|misunderstood|overlooked|missed|assumed|should have)|
      thanks for (?:the correction|correcting|pointing|catching))\b`,
  },
  {
    name: 'the agent takes note',
    of: 'reply',
    pattern: phrase`^(?:noted|understood|got it|agreed|will do|ok(?:ay)?|right|makes sense|
      good to know|thanks|thank you|sure|of course|i'll|that explains|ah)\b|\b(?:from now on|
      good to know|i'll (?:keep|remember|stick|use|ask)|keep (?:that|it) in mind|going forward)\b`,
  },
]

export const contradicting: ReadonlySet<string> = new Set([
  'objects',
  'comes after an objection',
  'reproaches',
  'comes after a reproach',
  'comes before a reproach',
  'the agent apologises',
])
