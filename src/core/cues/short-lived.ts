/**
 * Words that apply only now: one-off tasks ("commit this", "implement the plan"), reports of trouble,
 * and retractions.
 */
import { readSentences, straightenQuotes } from '../text/sentences.ts'

/** Whether it consists only of one-off tasks. */
export function isErrand(said: string): boolean {
  const sentences = readSentences(said.replace(called, ' '))
  return sentences.every(({ text }) => {
    const plain = straightenQuotes(text)
    if (commandLine.test(plain)) return true
    return (errand.test(plain) || (task.test(plain) && isShort(plain))) && !says.test(plain)
  })
}

/** Whether it starts with a one-off task: "fix …", "update the README", "implement …". */
export function opensAsTask(said: string): boolean {
  return task.test(straightenQuotes(said))
}

/** Only a command to run. */
const commandLine =
  /^(?:npm|pnpm|yarn|npx|git|docker|kubectl|python3?|pip3?|poetry|cargo|brew|cd|curl) [\w-]+(?: [-@./\w][\w@./:=^~-]*)*[.]?$/i

const mostTaskWords = 22
const isShort = (text: string) => text.split(/\s+/).length <= mostTaskWords

/** The host's commands and tags. */
const called = /(?:^|\s)[/#@][\w:.-]+(?=[\s.,]|$)/g

const before =
  "(?:(?:let's|please|can (?:you|we)|could you|now|then|just|also|so|and|ok|okay|yes|great|first|go ahead and|you can|i'd like you to|i want you to|we can|try to)[,.]? )*"
const step =
  'commit|push|rebase|merge|continue|proceed|go (?:on|ahead)|keep going|keep at it|move on|carry on|finish|retry|try|run|re-?run|rerun|start|begin|open (?:an?|the) (?:draft )?pr|(?:create|make|draft) (?:an?|the) (?:draft )?(?:pr|pull request|commit(?: message)?|branch)|deploy|check|look|have a look|take a look|review|test (?:it|this|that|again)|summari[sz]e|stop|wait|explain|show me|tell me'
/** Refers to an earlier plan or proposal. */
const planned =
  '(?:(?:implement|do|execute|apply|fix|finish|complete|update|address|make|use) (?:the |this |that |these |those |all |it|them|my |your )*(?:(?:proposed|suggested|following|above|remaining|same|next) )*(?:plan|fix(?:es)?|changes?|suggestions?|steps?|tasks?|to-?dos?|findings?|issues?|phase|slice|rest|ones?|it|them|this|that|these|those)?)'
const errand = new RegExp(
  String.raw`^${before}(?:(?:${step})\b(?:\W+\S+){0,9}|${planned}(?: (?:in|of|from|to|for|as|with|now|please|again|first)\b(?:\W+\S+){0,5})?)[.!?\s]*$`,
  'i',
)

const tasks =
  'add|analy[sz]e|append|apply|bring|build|bump|change|clean|compare|complete|convert|copy|create|delete|describe|document|draft|expand|extract|fetch|fill|find|fix|format|generate|get|give|go through|implement|improve|install|investigate|list|look|make (?:an?|the|these|those)|make sure (?:the |that )?\\S+(?: \\S+){0,3} (?:runs?|works?|builds?|passes)|mark|match|merge|migrate|modify|move|port|prepare|print|provide|put|re-?implement|read|record|redesign|refactor|reformat|remove|rename|reorgani[sz]e|replace|research|review|rewrite|save|scaffold|search|send|set ?up|show|simplify|sort|split|switch|take|title|translate|tweak|update|upgrade|validate|verify|view|write'
const task = new RegExp(
  String.raw`^${before}(?:i want to |i'd like to |i need to |we need to |we should |to start,? |next,? )*(?:${tasks})\b(?!:)`,
  'i',
)

/** Gives a reason, a choice or a limit, which may outlast the errand. */
const says =
  /\b(?:because|since|so that|so we|always|never|only|instead|rather|not|don't|without|should|must|unless|until|when|whenever|if|every|from now on|but|prefer|by default|same way|as an?|via)\b/i

/** Something is broken, missing or unused: true until it is fixed. */
export function reportsTrouble(said: string): boolean {
  const plain = straightenQuotes(said)
  return failure.test(plain) || trouble.test(plain.replace(condition, ''))
}

const state =
  'broken|missing|unused|failing|flaky|incorrect|outdated|stale|out of date|out of sync|crashing|not (?:used|working|there|called|set|showing|loaded|handled|covered|tested)'
const verb =
  'work|exist|load|run|compile|build|start|show|scroll|open|update|match|pass|get (?:called|used|loaded|saved)'
const failure =
  /\b(?:fails|crashes|leaks|hangs|throws|times out) (?:\w+ ){0,3}(?:when|on|with|if|in|for|because|after)\b/i
/** "Throw when the token is missing" says what to do in that case. */
const condition = /\b(?:when|whenever|if|unless|once|where|in case)\b[^.,;:!?]*/gi
const trouble = new RegExp(
  [
    String.raw`\b(?:is|are|was|were|still|seems?|looks?|isn't|aren't) (?:\w+ ){0,2}?(?:${state})\b`,
    String.raw`\b(?:doesn't|does not|don't|didn't|won't|cannot|can't) (?:\w+ )?(?:${verb})\b`,
    String.raw`\b(?:isn't|aren't|never|nowhere|not) (?:being )?(?:used|called|read|loaded|referenced)\b`,
    String.raw`\bthere (?:is|are) no\b`,
  ].join('|'),
  'i',
)

/**
 * Whether it retracts the previous message: "never mind", "scrap that", "I changed my mind".
 * @param own the user's own words; only the start is read
 */
export function retractsLast(own: string): boolean {
  const [first, second] = readSentences(straightenQuotes(own.slice(0, 1_000)))
  const opening = [first, second].filter((sentence) => sentence !== undefined)
  return opening.some(({ text }) => retraction.test(text)) && !insists.test(own)
}

const leadIn = String.raw`(?:(?:no|nope|oh|ok(?:ay)?|wait|hmm+|ah|actually|sorry|please|well|hold on|let's|and|but)[,.!…]* )*`
const said = String.raw`(?:that|this|it|all that|what i (?:just )?said|my (?:last|previous) (?:message|comment|point|request))`
const change = String.raw`(?:that|this|it|those|them|what you (?:just )?did|(?:all |the |your |those |these )*(?:(?:last|latest|previous|recent) )?(?:changes?|edits?|commits?)(?: you (?:just )?made)?)`
const retraction = new RegExp(
  `^${leadIn}(?:${[
    String.raw`never ?mind\b`,
    String.raw`nvm\b`,
    String.raw`(?:scrap|forget|ignore|disregard) ${said}(?=[\s.,!:;–—-]*$|[.,!:;–—-]| (?:and|please|for now|entirely)\b)`,
    String.raw`i (?:take|took) (?:that|it) back\b`,
    String.raw`i(?:'ve| have)? changed my mind\b`,
    String.raw`on second thoughts?\b`,
    String.raw`(?:revert|undo|roll back) ${change}(?=[\s.,!:;–—-]*$|[.,!:;–—-]| (?:and|please|for now|entirely)\b)`,
  ].join('|')})`,
  'i',
)

/** Retracts what the agent did, because the user wanted something else. */
const insists = /(?<!what )\b(?:i (?:said|asked|told|meant)|not what i|as i said|like i said)\b/i
