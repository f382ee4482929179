/** «never push to main», «every PR needs a changelog entry». */
import { cue, type Grammar, phrase } from '../../cue.ts'

export const rule: Grammar = {
  kind: 'rule',
  cues: [
    cue(
      3,
      phrase`\b(?:must (?:never|always|not|only)|mustn't|don't ever|under no circumstances|
        off[- ]limits|forbidden|prohibited|(?:not|isn't|aren't) (?:allowed|permitted|acceptable|
        okay|ok)|banned|no-go|(?:hard|house|golden|our|one|the|another|ground) rules?|
        company policy|policy|is a must|mandatory|full stop|no exceptions?|strictly|binding|
        hands off|nowhere else|only ever|never ever|not an option|may (?:not|only|never)|
        (?:additive|append|write|read) only|read-only|append-only|immutable|(?:is|are) frozen|
        zero tolerance|(?:stay|keep) (?:away|out|off)|leave [^,.]{2,30} alone)\b|
        , ever\b(?! since)|\bperiod\.?$`,
    ),
    cue(
      2.5,
      /(?:^|[,;:.] |\b(?:you|we|should|must|also|and|but|please|to|so|they|people) )never (?!mind|had|heard|seen|saw|got|been|worked|thought|knew)\w+/,
    ),
    cue(
      2,
      /(?:^|[,;:.] |\b(?:you|we|should|must|also|and|but|please|to|so) )always (?![a-z]+[^s]s\b)\w+/,
    ),
    cue(
      2.5,
      phrase`(?:^|[,;:.] |\b(?:and|also|so|that|because|since) )(?:every|each|all|any|anything|
        everything|nothing|nobody|no one|whatever|whoever|new|only)\b[^,;.?]{0,60}\b(?:needs?|
        must|has to|have to|goes?|requires?|may|can't|can|gets?|belongs?|is allowed|are allowed)\b`,
    ),
    cue(
      2.5,
      phrase`(?:^|[,;:.] |\b(?:also|and|but|please|so) )no (?!need|problem|idea|worries|rush|
        longer|one\b|matter)[a-z.-]+(?: [a-z-]+){0,4} (?:in|outside|on|without|after|before|from|
        anywhere|for|to|please)\b`,
    ),
    cue(
      2,
      phrase`\b(?:doesn't|don't|never|only|always|must|mustn't|can't|isn't|aren't|not) (?:ever |
        be |to be |get |gets )?(?:go|goes|get|leave|leaves|belong|live|edit|edited|commit|
        committed|merge|merged|push|pushed|touch|touched|change|changed|deploy|deployed|use|used|
        import|imported|log|logged|add|call|write|hard-?code|mock|store|put|ship|run)\b`,
    ),
    cue(
      2,
      phrase`\b(?:needs?|requires?|has to|have to|must)\b[^.?]{0,60}\b(?:before|approval|
        approve\w*|sign-?off|review\w*|entry|rollback|ticket|two|test)\b`,
    ),
    cue(
      1.5,
      phrase`^(?:please )?(?:don't|avoid|always|only|make sure|keep(?! in mind)|use)\b|
        \bwe (?:require|enforce|forbid|insist|avoid|don't|never|always|only)\b|\b(?:goes?|
        belongs?|lives?) (?:only |all |always |ever )*(?:in|into|to|through|over|under|on|via)\b|
        \b(?:must|has to|have to)\b|\b(?:branch(?:es)?|commit|pr|file|class|table|column|queue|
        topic|tag) (?:names?|titles?|messages?) (?:are|is|starts?|ends?|follow|look|goes?)\b`,
    ),
    cue(
      3,
      phrase`\b(?:from now on|going forward|from here on|(?:for )?next time|as a rule|(?:our|the|
        team) conventions?)\b|(?:^|[,;:] |\band )(?:nobody|no one) (?:\w+ )?(?:push|merge|deploy|
        touch|edit|commit|write|change|use|call|install|release|access|log|run|delete)\w*|\b(?:no|
        zero) \w+ (?:for|in) (?:the|our|any)\b|\byou ask (?:me |us |first |before )`,
    ),
    cue(1, /\b(?:by default|legal|auditors?|compliance|gdpr|security)\b/),
    cue(-3, /\bi (?:can't|don't)\b|\bwe (?:don't|didn't|never) (?:have|own|know|see|get|had)\b/),
    cue(
      -2,
      /\bi (?:don't )?(?:always|never|usually|prefer|like|hate)\b|\b(?:your (?:answers?|replies)|for me|to me)\b/,
    ),
  ],
}
