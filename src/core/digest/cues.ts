/** English cues that classify sentences. */

/** What the agent was about to do, and what it says to be polite: nothing that came of the turn. */
export const filler = new RegExp(
  [
    `^(?:(?:now|first|next|then|ok(?:ay)?|alright|so),? )?(?:let me|let's|i(?:'ll| will| need to| should| am going to|'m going to|'d like to| want to| can see)|we(?:'ll| need to| should)) `,
    String.raw`^(?:now|next|finally),? (?:let|i|we|the big)\b`,
    String.raw`^(?:perfect|great|excellent|good(?: catch| point| question)?|done|all clean|absolutely|fantastic|awesome|sure|nice|got it|understood|you(?:'re| are) (?:absolutely )?right|yes|no|ok(?:ay)?|hi|hello|thanks?|committed|updated|looking (?:at|good)|based on|here(?:'s| is| are)|this is a|that's a|cancelled)\b[^.:]{0,60}[.!:…-]*$`,
    String.raw`^(?:here(?:'s| is| are)|below (?:is|are)|the following|summary of|changes made|key changes|what (?:was|i) (?:done|changed|did))\b`,
    String.raw`^(?:let me know|feel free|please|if you|you can(?: now)?|you(?:'ll| may| might| will)? (?:need|want) to|to (?:test|verify|use|run|see) this|try )\b`,
  ].join('|'),
  'i',
)

/** Such as «Changes made:». */
export const label = /^.{0,60}:$/

export const offer =
  /^(?:do you want|want me|would you like|shall i|should i|should we|which (?:one|way|option))\b/i
/** Asks for nothing in particular. */
export const courtesy =
  /\banything else\b|\b(?:any|other) (?:\w+ ){0,2}(?:questions|changes|improvements|adjustments|tweaks)\b|\b(?:does|do) (?:this|that|it|these) (?:help|make sense|look|sound|work|align|seem)\b|\b(?:sound|look)s? good\?|\bmake sense\?|\bready to\b|\bhow does (?:this|that) (?:look|sound)\b|\bwhat do you think\b|\bhappy with\b|\bwould you like (?:me )?to (?:proceed|continue|see|know|try|test|explore|learn|elaborate|explain|help)\b/i

/** A cause or a decision that the agent states. */
export const finding =
  /\b(?:because|caused by|root cause(?: (?:is|was)|:)|turns? out|the (?:real |actual |underlying )?(?:problem|issue|bug|culprit|reason|cause|error|failure) (?:is|was|occurs|happened|came)|due to|decided (?:to|on|against)|chose|went with|work(?:ed|s)?[ -]?around|(?:does not|doesn't|only) supports?|so that|otherwise)\b/i
/** Not known, or not done: a guess, a plan, advice. */
export const hypothetical =
  /\b(?:might|may|maybe|perhaps|probably|possibly|likely|presumably|apparently|could|would|should|seems?|appears?|suspect|guess|i think|i believe|assum\w+|hopefully|potential(?:ly)?|if|unless|whether|let me|let's|i(?:'ll| will)|we(?:'ll| will| can| need)|going to|plan(?:s|ned)? to|propos\w+|suggest\w*|recommend\w*|consider\w*|want to|need to|todo|next step|follow-?ups?|you (?:can|need|want))\b|[?…]\s*$/i
/** Needs the sentence before it. */
export const leaning =
  /^(?:(?:and|but|so|also|then|this|that|these|those|it|its|they|them|he|she|both|either|neither|here|there|such|same|which|in short|otherwise|because|as a result|therefore|however|i (?:haven't|didn't|did not|also|left|deliberately|only)|you'll)\b|[-–—(…])/i
