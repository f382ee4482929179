/** English cues that classify sentences. */

/** What the agent was about to do. */
export const intention =
  /^(?:(?:now|first|next|then|ok(?:ay)?),? )?(?:let me|let's (?:check|see|look)|i(?:'ll| will| am going to|'m going to)) /i
/** Such as «Changes made:». */
export const label = /^.{0,24}:$/
export const offer =
  /^(?:do you want|want me|would you like|shall i|should i|should we|ready to|ok to)\b/i
export const finding =
  /\b(?:because|caused by|root cause|turns? out|the (?:real |actual )?(?:problem|issue|bug|culprit|reason|cause) (?:is|was)|due to|decided (?:to|on|against)|chose|went with|going with|work(?:ed)?[ -]?around|(?:does not|doesn't|only) supports?|which means|this means)\b/i
export const ruleWords =
  /\b(?:always|never|must(?: not|n't)?|from now on|prefer|instead of|rather than|(?:do not|don't) (?:use|add|commit|change|touch|write|push|create|run))\b|^(?:let's|we) (?:use|go with|keep)\b/i
export const unfinished =
  /\b(?:still (?:needs?|have|has|fails?|failing|missing|broken|open)|next steps?|not yet|yet to|remains? to|remaining (?:work|step|issue|problem|failure)s?|haven't|hasn't been|unfinished|follow[- ]?ups?|left (?:to do|for later)|(?:could not|couldn't|unable to|wasn't able to|can't|cannot) (?:run|test|verify|reproduce|fix|finish|clean|access|find|complete|install|build|confirm)|needs? to be (?:done|fixed|updated|removed|tested|reviewed|migrated)|you(?:'ll| may| might| will)? (?:want|need) to)\b/i
export const marked = /\bTODO\b/
/** Remaining work is often listed under a heading. */
export const headingOfOpen =
  /^[ \t]*(?:#{1,6}|\*\*)[ \t]*((?:next steps?|to-?dos?|remaining(?: work| steps)?|open (?:questions|issues|points|ends|items)|still open|not (?:yet )?done|follow-?ups?)\b[^\n:*]*):?(?:\*\*)?:?[ \t]*$/gim
export const openHeading =
  /^(?:the |some )?(?:next steps?|to-?dos?|remaining\b.*|open (?:questions|issues|points|ends|items)|still open|not (?:yet )?done|follow-?ups?)\b.*:$/i
