/** About the person wherever they work, rather than about what is worked on. */
import { phrase } from '../cue.ts'

export function isPersonal(plain: string): boolean {
  return ofThePerson.test(plain) && !ofTheWork.test(plain)
}

const ofThePerson = phrase`\b(?:i|i'm|i've|i'd|me|my|mine|your (?:answers?|replies|responses|explanations?|
  summaries|messages)|explain|explanations?|answers?|replies|reply|respond|essay|verbose|
  emojis?|summar(?:y|ies|i[sz]e)|apologi[sz]e)\b`
const ofTheWork = phrase`\b(?:we|we're|our|us|(?:this|the) (?:repo|project|codebase|docs|team|company|client|readme|
  side project)|here in|customers?|policy|on this)\b`
