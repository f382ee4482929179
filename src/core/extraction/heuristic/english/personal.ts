/** About the person wherever they work, rather than about what is worked on. */
import { phrase } from '../cue.ts'

export function isPersonal(plain: string): boolean {
  return ofThePerson.test(plain) && !ofTheWork.test(plain)
}

const ofThePerson = phrase`\b(?:i|i'm|i've|i'd|me|my|mine|your (?:answers?|replies|responses|
  explanations?|summaries|messages)|explain|explanations?|answers?|replies|reply|respond|essay|
  verbose|emojis?|summar(?:y|ies|i[sz]e)|apologi[sz]e)\b`
const ofTheWork = phrase`\b(?:we|we're|our|us|(?:this|the) (?:repo|project|codebase|docs|team|
  company|client|readme|side project)|here in|customers?|policy|on this)\b`

export function isAboutSelf(plain: string): boolean {
  return aboutSelf.test(plain)
}
const aboutSelf = phrase`\b(?:i'm|i am|i (?:work|use|live|do|run|have|don't have|speak|come|
  maintain|write|read|own|copy|sit)|my (?:name|machine|laptop|desktop|box|nas|editor|shell|
  keyboard|timezone|screen|setup|job|home|mac|phone|os|terminal))\b`
