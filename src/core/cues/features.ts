/** What speaks for or against keeping something, as numbers from 0 to 1. None measures length. */
import type { Action } from '../model/host-event.ts'
import { straightenQuotes } from '../text/sentences.ts'

export type Features = Readonly<Record<string, number>>
export type Weights = Readonly<Record<string, number>>

export const biasName = 'bias'

/** The log odds that these features speak for: 0 is even. */
export function oddsOf(features: Features, weights: Weights): number {
  let sum = weights[biasName] ?? 0
  for (const [name, amount] of Object.entries(features)) sum += (weights[name] ?? 0) * amount
  return sum
}

export const amountOf = (isThere: boolean) => (isThere ? 1 : 0)

const several = 4

/** Each cue counts for being there, and again for how often, up to four times. */
export function saidFeatures(said: string): Features {
  const plain = straightenQuotes(said)
  return Object.fromEntries(
    Object.entries(saidCues).flatMap(([name, cue]) => {
      const count = plain.match(cue)?.length ?? 0
      return [
        [name, amountOf(count > 0)],
        [`${name}, often`, Math.min(count, several) / several],
      ]
    }),
  )
}

export function accountFeatures(account: string): Features {
  const plain = straightenQuotes(account)
  return Object.fromEntries(
    Object.entries(accountCues).map(([name, cue]) => [
      `agent ${name}`,
      amountOf(account !== '' && cue.test(plain)),
    ]),
  )
}

/** How the agent answered last. */
export function previousFeatures(answer: string | undefined): Features {
  const text = answer?.trim() ?? ''
  const end = text.slice(-400)
  return {
    'opens the session': amountOf(answer === undefined),
    'follows a question': amountOf(/\?\W*$/.test(end)),
    'follows options': amountOf(firstOption.test(text) && end.includes('?')),
    'follows finished work': amountOf(finished.test(text.slice(0, 300))),
  }
}

const firstOption = /^\W*(?:option|approach)?\s*(?:1|A)[.):]/im
const finished = /\b(?:done|fixed|updated|created|implemented|all tests pass|summary|complete)\b/i

/** What the agent did after it was said. */
export function workFeatures(actions: readonly Action[]): Features {
  const edits = actions.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'ok').length
  const commands = actions.map(({ command }) => command ?? '').join('\n')
  return {
    'leads to edits': amountOf(edits > 0),
    'leads to many edits': amountOf(edits > 3),
    'leads to much work': amountOf(actions.length > 10),
    'leads to a commit': amountOf(/\bgit commit\b/.test(commands)),
    'leads to a push': amountOf(/\bgit push\b|\bgh pr create\b/.test(commands)),
    'leads to checks': amountOf(/\b(?:test|lint|build|check)\b/.test(commands)),
    'meets a failure': amountOf(actions.some(({ outcome }) => outcome === 'failed')),
  }
}

/** How the agent answered it. */
export function answerFeatures(answer: string): Features {
  return {
    'is answered by a question': amountOf(answer.trim().endsWith('?')),
    'is answered by a list': amountOf(/^\s*(?:\d+\.|[-*]) /m.test(answer)),
    'is conceded': amountOf(concedes.test(answer.slice(0, 400))),
  }
}

const concedes =
  /you['’]?re (?:absolutely )?right|good (?:point|catch)|makes sense|understood|i see\b/i

/**
 * Words of a user that tell a decision from a task, in English as developers write it to agents. What
 * each is worth is fitted on real sessions (`weights.generated.ts`).
 */
const saidCues = {
  negates:
    /\b(?:not|no|never|none|nothing|without|neither|nor|cannot|dont|doesnt|isnt|cant)\b|n't\b/gi,
  forbids: /(?:^|[.,;!] |\b(?:please|and|but|just|so) )(?:don't|do not|never|stop|avoid)\b/gi,
  'says how it should be':
    /\b(?:should|shouldn't|ought|supposed to|must|mustn't|has to|have to|needs? to|need)\b/gi,
  wishes:
    /\b(?:i(?:'d| would)? (?:want|like|prefer|love|rather)|we want|want (?:it|this|to|the|a|them)|would like|prefer(?:red|ence)?|i wish|i'd)\b/gi,
  suggests: /\blet'?s\b/gi,
  replaces:
    /\b(?:instead|rather than|rather|in place of|not just|as opposed|replace|switch|swap|revert|roll ?back|undo|keep|leave|drop|get rid|move)\b/gi,
  generalises:
    /\b(?:always|never|every(?:where| time|thing)?|all|any(?:thing|where)?|only|each|from now on|going forward|in (?:the )?future|whenever|generally|usually|in general|by default|default)\b/gi,
  'gives a reason':
    /\b(?:because|since|so that|otherwise|in order to|that way|the reason|due to|to avoid|this way|which means|as it|as we|as this)\b/gi,
  hedges:
    /\b(?:i think|i guess|maybe|perhaps|probably|i feel|i believe|imo|i'd say|kind of|sort of|seems?|i suppose|i suggest|i would|could we|might)\b/gi,
  objects:
    /\b(?:actually|but|however|though|although|hmm+|wait|no,|nope|still|wrong|incorrect|misunderst\w+|confus\w+|not what|that's not|isn't right|mistake)\b/gi,
  chooses:
    /\b(?:options?|go (?:with|for)|choose|pick|first one|second one|the former|the latter|approach|alternative|versus|vs|either|agree|both|sounds good|yes)\b/gi,
  asks: /\?/g,
  'opens as a question':
    /(?:^|[.!?\n] ?)(?:why|what|how|where|when|which|who|is|are|do|does|did|can|could|would|should|any)\b/gi,
  requests: /\b(?:can|could|would|will) (?:you|u|we)\b/gi,
  'tells to go on':
    /\b(?:run|commit|push|merge|rebase|pr|pull request|continue|proceed|go ahead|deploy|start|try|test it|retry)\b/gi,
  'tells to make':
    /\b(?:add|create|make|write|implement|build|generate|set ?up|update|change|fix|refactor|rename|remove|delete)\b/gi,
  'tells to look':
    /\b(?:look|check|review|see|read|find|explain|tell|show|summar\w+|analy\w+|investigate|verify|compare|search)\b/gi,
  'reports trouble':
    /\b(?:errors?|fail(?:s|ed|ing|ure)?|broken|bugs?|issues?|crash\w*|exception|doesn't work|not working|stuck|problem)\b/gi,
  'tells what was seen':
    /\b(?:i(?:'m| am)? (?:see|seeing|get|getting|got|noticed?|found|tried|have|had|ran)|it (?:shows|says|gives|looks|is|was|does))\b/gi,
  'speaks of us': /\b(?:we|our|us|we're|we've|we'll)\b/gi,
  'speaks of me': /\b(?:i|my|me|i'm|i've|i'll)\b/gi,
  'speaks of users':
    /\b(?:users?|customers?|people|someone|developers?|folks|team|client|admins?|members?|they|them)\b/gi,
  'sets a condition':
    /\b(?:if|when|unless|until|once|while|whenever|in case|as soon as|before|after)\b/gi,
  insists:
    /\b(?:make sure|ensure|be sure|remember|note that|keep in mind|don't forget|important|careful\w*|strict\w*|explicit\w*)\b/gi,
  'speaks of style':
    /\b(?:simple|simpler|simplest|clean|minimal|consisten\w+|concise|short|same|similar|like|style|pattern|convention|standard|format|naming|name[ds]?)\b/gi,
  'says what is used': /\b(?:use|uses|using|used)\b/gi,
  'says what is': /\b(?:is|are|was|were|be|been)\b/gi,
  'names code': /`[^`]+`|\b\w+[._/]\w+|\b[a-z]+[A-Z]\w*|--\w+/g,
  praises: /\b(?:thanks|thank you|great|perfect|good|nice|awesome|cool|works?|lgtm|excellent)\b/gi,
  'has a number': /\b\d+\b/g,
  quotes: /["“][^"”]{3,200}["”]/g,
  'points at something': /\b(?:this|that|it|these|those)\b/gi,
  'speaks of the system':
    /\b(?:config\w*|settings?|env\w*|flag|option|variable|file|folder|director\w+|path|branch|version|key|field|type|value|command|script|database|table|schema|api|endpoint|server|tests?|docs?|logs?|metadata|state|data)\b/gi,
  'speaks of a screen':
    /\b(?:page|button|screen|ui|ux|colou?r|layout|text|view|card|menu|modal|display|icon|header|form|click|title)\b/gi,
  'speaks of order':
    /\b(?:later|next|for now|eventually|future|first|then|also|too|additionally)\b/gi,
  'speaks of a plan':
    /\b(?:decid\w+|decision|plan|design|architecture|approach|strategy|goal|idea|purpose|scope|requirement\w*|principle\w*|rules?|guideline\w*)\b/gi,
} satisfies Record<string, RegExp>

/** Words of an agent about what it did that tell a cause from a plan. */
const accountCues = {
  'tells what was done':
    /\b(?:added|removed|moved|changed|updated|created|replaced|renamed|fixed|implemented|set|made|switched|extracted|deleted|refactored|ensured|introduced|simplified)\b/i,
  'begins with I': /^(?:I|I've|I have|Now I)\b/i,
  'sets against': /\b(?:now|no longer|instead|rather than|only|always|never|by default|not)\b/i,
  'names a cause':
    /\b(?:because|since|cause|the (?:issue|problem|bug|reason)|due to|so that|which means|wasn't|didn't|root)\b/i,
  'says how it is':
    /\b(?:is|are|uses?|has|have|gets?|goes|stays?|lives?|returns?|shows?|takes|works)\b/i,
  offers: /\b(?:you can|you could|if you)\b/i,
  'tells of checks':
    /\b(?:tests? pass|all tests|lint|build (?:passes|succeeds)|compiles|verified|successfully)\b/i,
  praises: /^(?:perfect|great|excellent|done|good|you'?re|absolutely|sure|yes)\b/i,
  hedges: /\b(?:might|could|may|should (?:now|be|fix|resolve)|likely|probably|seems)\b/i,
  'names code': /`[^`]+`|\b\w+[._/]\w+|\b[a-z]+[A-Z]\w*|--\w+/,
  'has a number': /\d/,
  recommends: /\b(?:option|approach|alternative|recommend|suggest)\b/i,
  requires: /\b(?:must|needs? to|has to|require[sd]?|cannot|can't|won't|should)\b/i,
} satisfies Record<string, RegExp>
