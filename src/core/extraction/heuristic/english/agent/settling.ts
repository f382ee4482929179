/** How something is settled between two people talking: one gives in, or agrees to what the other offers. */
import { phrase } from '../../cue.ts'
import type { Settling } from '../../language.ts'
import { oneOf } from '../words.ts'
import { hedged } from './account.ts'

const conceding = phrase`^(?:ah|oh|yes|hm+|yeah|absolutely|ok)?[,. ]*(?:you're (?:absolutely |
  quite |totally )?(?:right|correct)|good (?:point|catch)|fair (?:point|enough)|i stand corrected|
  (?:i checked again and )?i was wrong|(?:my )?apologies|sorry|my (?:mistake|bad|error)|
  i (?:mixed|misread|misunderstood|assumed|confused)|that was wrong|thanks for the correction)\b`
const opening =
  oneOf(`ah oh yes hm+ yeah absolutely you're you_are quite totally right correct good point
  catch my apologies sorry mistake fair enough`)
const concession = new RegExp(
  `^(?:(?:${opening})[,.!:;–— -]+)+|^[^:]{0,60}\\bwrong\\b[^:]{0,20}: `,
  'i',
)

const stating = phrase`^(?!(?:i|i'm|i've|i'll|let me|that|this|it|done|fixed|
  now)\b)(?:[^,.]{0,60} )?(?:is|are|isn't|aren't|was|were|should|shouldn't|must|needs?|has|have|
  don't|doesn't|can't|only|uses?|runs?|lives?|goes|go|belongs?|comes?|means?)\b`

const proposing = phrase`\b(?:we (?:can|could|should)|i (?:can|could|would|suggest|propose|
  recommend)|i'd (?:suggest|propose|recommend)|you could|let's|better to)\b`
const proposal = /^.*?\b(?:we|i|you) (?:can|could|should|would) /i
const inPlaceOf = /\b(?:instead of|rather than|in place of|no longer)\b/

const assent = phrase`^(?:(?:yes|yep|yeah|y|sure|ok|okay|agreed|exactly|absolutely|definitely|
  perfect|of course)\b|(?:please )?(?:go ahead|go for it|do it|do that|do so|make it so|proceed|
  sounds good|looks good|let's do (?:it|that))\b)[^?]{0,60}$`
const done = /^(?:done|built|made|set|put|wrote|split|[a-z]+ed)\b/

const retraction = phrase`\b(?:(?:wasn't|isn't|was not|is not|not) (?:it|the (?:cause|reason|
  problem|issue|fix))|(?:still|again) (?:fails|failing|broken|breaks|the same|there|happens|
  happening|crashes|red|hangs)|fails (?:still|again)|didn't (?:help|work|fix|do)|doesn't (?:help|
  fix)|same (?:error|problem|issue|thing)|no luck|no (?:change|difference)|still not|back again|
  came back)\b`

export const settling: Settling = {
  concedes: (plain) => conceding.test(plain),
  withoutConceding: (text) => capitalise(text.replace(concession, '')),
  states: (plain) => stating.test(plain) && !hedged.test(plain),
  isNorm: (plain) => /\b(?:should|must|ought)\b/.test(plain),
  proposes: (plain) => proposing.test(plain),
  isInstead: (plain) => inPlaceOf.test(plain),
  withoutProposing: (text) => text.replace(proposal, ''),
  assents: (text) => assent.test(text.trim().toLowerCase()),
  tellsDone: (plain) => done.test(plain),
  retracts: (plain) => retraction.test(plain),
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
