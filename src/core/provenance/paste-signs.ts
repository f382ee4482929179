/** Signs that distinguish pasted from typed text. */

/** "Here is the review:", "I get this error:", "they say". */
export function introducesPaste(paragraph: string): boolean {
  const last = paragraph.slice(-200).split('\n').at(-1) ?? ''
  return (
    announces.test(last) ||
    shellPrompt.test(last) ||
    linksToText.test(last) ||
    (/[:：]\s*$/.test(last) && pastedThings.test(last))
  )
}

const pastedThings =
  /\b(?:output|logs?|trace|error|errors|stack|console|terminal|message|response|result|email|e-?mail|mail|ticket|issue|bug report|review|reviewer|comment|comments|feedback|findings?|report|suggestions?|doc|docs|documentation|readme|guide|page|article|post|spec|plan|proposal|snippet|says|said|wrote|writes|replied|told me|sent|forwarded|quote|from (?:the|our|my|a)|this|these|following|below)\b/i
const announces =
  /\b(?:(?:see|as|shown|pasted?|quoted?|copied|attached) (?:below|here)|(?:the|this) following|here(?:'s| is| are) (?:the|what|a|my|our|their|his|her)\b.{0,60}|(?:got|get|getting|see|seeing|throw\w*|hit|ran into) (?:this|these|the (?:following|below))\b.{0,40})[.:]?\s*$/i

/** A shell prompt, with a command and its output after it. */
const shellPrompt = /(?:^|\s)[➜❯] {1,2}\S|\bgit:\([^)]+\)|^\S+@\S+[:~ ].*[$%#] \S/

/** "did you read this? https://…": what follows is copied from there. */
const linksToText =
  /\b(?:this|these|read|see|from|here|at|docs?|page|article|issue|ticket)\b.{0,60}https?:\/\/\S+$/i

/** A heading, front matter, or the head of a mail, ticket, patch or chat: a document follows. */
export function startsDocument(paragraph: string): boolean {
  const head = paragraph.slice(0, 300)
  const first = head.split('\n')[0]?.trim() ?? ''
  return nestedKeys.test(head) || documentHeads.some((pattern) => pattern.test(first))
}

/** Settings of a program: a key with others below it. */
const nestedKeys = /^[\w.-]+:[ \t]*\n[ \t]+(?:- )?[\w"'.-]+:(?:\s|$)/

const documentHeads = [
  /^(?:diff --git |Index: \S+$|@@ -\d)/,
  /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3},? (?:[[(]\d{1,2}:\d\d[^\])]{0,12}[\])]|\d{1,2}:\d\d(?: ?[AP]M)?(?=:|$))/u,
  /^#{1,6} \S/,
  /^(?:---|\+\+\+|===+|\*\*\*+|___+)$/,
  /^(?:\*\*|__)[^*_]{2,80}(?:\*\*|__):?$/,
  /^(?:from|to|cc|subject|date|sent|von|betreff|an|de|objet|asunto|para|assunto): \S/i,
  /^(?:-{2,}|={2,}|_{2,}) ?\S.{0,60}\S ?(?:-{2,}|={2,}|_{2,})$/,
  /^.{3,120} \((?:critical|high|medium|low|major|minor)(?: severity| priority)?\)\.?$/i,
  /^(?:summary|description|steps to reproduce|expected (?:behaviou?r|result)|actual (?:behaviou?r|result)|acceptance criteria|background|context|problem|proposed (?:fix|solution)|recommendations?|findings?|high|medium|low|critical)(?: severity| priority)?:?$/i,
]

export function isLogLine(line: string): boolean {
  return line.trim() === '' || logLines.some((pattern) => pattern.test(line))
}

const logLines = [
  /^\s*at (?:\S+ ?\(|async |new |\S+:\d+|https?:|[\w.$<>]+$)|^\s*File ".*", line \d+/,
  /^\s*\[?(?:\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d\d|\d{1,2}:\d\d:\d\d)/,
  /^\s*\[?(?:warn(?:ing)?|error|info|debug|fatal|trace|notice|note|hint|fail|pass)\b\]?:?\s?[\]:]/i,
  /^\s*(?:\w+\s){0,3}(?:[A-Z]\w*)?(?:Error|Exception|Warning|ERR!?|ERROR|FAIL|PASS)\b[ :([]/,
  /^\s*(?:[$%❯➜»#]|npm (?:ERR!|error|warn)|\+\+\+|---|@@|\S+@\S+[:~ ].*[$%#]) /,
  /^\s*\S+\.\w{1,5}:\d+(?::\d+)?\b/,
  /^\s*(?:import|export|const|let|var|function|class|def|fn|func|return|public|private|package|type|if|for) .*[;{(=:,]\s*$/,
  /[;{}]\s*$|^\s*["'][^"']+["']\s*:/,
  /^\s*[\w.-]+\s*[:=]\s*["'[{(\d]/,
  /^\s*[-+*/\\|=~#.]{4,}\s*$/,
  /^\s*[⨯×✖✗✓✔⚠➜]\s|^\s*(?:GET|POST|PUT|PATCH|DELETE|HEAD) \/\S* \d{3}\b/,
  /^\s*(?:@?[\w-]+\/[\w./-]+:[\w-]+|[\w.-]+:(?:build|check|dev|lint|start|test|typecheck)):(?:\s|$)/,
  /^commit [0-9a-f]{7,40}\b|^\s*(?:Author|Date|Merge|AuthorDate|Commit): +\S|^\s*(?:create|delete) mode \d+ |^\s*\d+ files? changed\b/,
  /^(?:remote|fatal|hint|usage|traceback \(most recent call last\)|caused by|available commands|global flags|flags):/i,
  /^\[\w[\w-]*\] \S|^\s*[@\w./-]+ v?\d+\.\d+[\w.-]*\s*$/,
  /^\s*[•▪◦‣└├│⎿⏺✻●|]\s/,
  /^\s*(?:[-•] )?(?:installing|downloading|resolving|updating|building|compiling|fetching|collecting|using cached|creating|running)\b.*(?:\(v?\d[\w.]*\)|\.\.\.|…|\d%)\s*$/i,
]

/** An item of a review or a scanner: a severity, a place in a file, a bold label, a link. */
export function isFinding(line: string): boolean {
  const item = /^\s*(?:[-*•+]|\(?\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1]
  return item !== undefined && findings.some((pattern) => pattern.test(item))
}

const findings = [
  /^(?:\*\*|__)[^*_]{1,80}(?:\*\*|__)/,
  /^\[?(?:critical|high|medium|low|major|minor|nit|blocker|warning|error|info|P\d|F\d|[A-Z]+-\d+)\b[\]:. ]/i,
  /^`[^`]{1,200}`\s*(?:[:(–—-]|is |has |does |should )/,
  /^\S+\.\w{1,5}:\d+/,
  /^\[[^\]]{1,80}\]\(https?:/,
]

/**
 * Whether someone typed it to the agent: it mentions the speaker or the listener, asks, gives an
 * instruction, or starts in lower case. Formal prose about code is the style of reviews.
 */
export function isTyped(paragraph: string): boolean {
  const text = paragraph.trim()
  if (startsPlain.test(text) || /\?["')\s]*$/.test(text)) return true
  if (person.test(text) || address.test(text) || mentionsFile(text)) return true
  if (isFormal(text)) return false
  return standing.test(text) || sentenceStarts(text).some((start) => imperative.test(start))
}

/**
 * "I get a warning: Encountered two children …": the typed part of a line. The rest is pasted, unless
 * the user speaks in it.
 */
export function typedStart(line: string): string {
  const prompt = shellPrompt.exec(line)
  if (prompt) return line.slice(0, prompt.index).trim()
  const found = announcedInLine.exec(line)
  if (!found) return line
  const end = found.index + found[0].length
  const rest = line.slice(end).trim()
  return rest.length < shortestInLine || self.test(rest) ? line : line.slice(0, end).trim()
}

const announcedInLine =
  /\b(?:errors?|exceptions?|warnings?|console|output|logs?|terminal|stack ?trace|response)\b[^.!?:]{0,30}: +(?=\S)/i
const shortestInLine = 60

/**
 * Like `isTyped`, but below pasted text, where programs and documents also say "you", "never" and
 * "run …": only who speaks of themselves or asks is the user.
 */
export function isTypedAfterPaste(paragraph: string): boolean {
  const text = paragraph.trim()
  return startsPlain.test(text) || /\?["')\s]*$/.test(text) || self.test(text) || mentionsFile(text)
}

/** Starts in lower case, but not with a name in code: reviews start with `isReady() checks …`. */
const startsPlain = /^\p{Ll}[\p{Ll}'’]*(?=[\s,.!?:;]|$)(?![.:]\S)/u

/** Whether the paragraph starts with an instruction to the agent. */
export function opensAsOrder(paragraph: string): boolean {
  const [first = ''] = sentenceStarts(paragraph.trim())
  return imperative.test(first) || /^(?:never|always|do not|don['’]t|stop)\b/i.test(first)
}

/** Whether a sentence gives the agent an instruction. */
export function isImperative(sentence: string): boolean {
  return sentenceStarts(sentence.trim()).some((start) => imperative.test(start))
}

/** Whether a line looks like code, a setting, a change, markup, a table or a chat's header. */
export function hasShapeOfText(line: string): boolean {
  return shapes.some((shape) => shape.test(line.slice(0, 400)))
}

const shapes = [
  /^\s*(?:\/\/|\/\*|\*\/|--\s|<!--|%+\s|;+\s|#\s|#!|'''|@@|diff --git|[+-](?![\s\d-])|\+\s|[-+]{3}\s)/,
  /^(?: {2,}|\t)\s*\S/,
  /^\s*["']?[\w.-]+["']?\s*=\s*\S|^\s*\[[\w.\- "]+\]\s*$|^\s*-\s+["']?[\w-]+["']?:\s|^\s*"[^"]+"\s*:|^[a-z_][\w-]*:\s*[|>][+-]?\s*$/,
  /<\/[a-z]|<(?:!|\?|[a-z][\w-]*(?:\s+[\w-]+=|\s*\/>)|(?:p|br|hr|li|ul|ol|div|span|td|tr|h[1-6]|pre|code|b|i|em|strong|body|html)>)|\t.*\t|\|.*\|/i,
  /^(?:\S+\s+){0,6}[[(]?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?[\])]?(?:\s+\S+){0,2}$/i,
  /^\s*[[(]?(?:\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})/,
  /\b(?:\d+|an?|last|yesterday|today) (?:sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|at \d\S*)(?: ago)?\W*$|^\d+\s*(?:votes?|upvotes?|likes?|answers?|replies|comments)\b/i,
]

/** Several lines of `key: value`. */
export function isSettings(paragraph: string): boolean {
  return (paragraph.slice(0, 2_000).match(/^\s*[\w-]+:\s+\S/gm)?.length ?? 0) > 1
}

/** A greeting to other people, or a signature. */
export function isOfMail(paragraph: string): boolean {
  return greeting.test(paragraph) || signature.test(paragraph)
}

const greeting =
  /^(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|salut|hola|olá|estimad[oa]s?) (?!there|claude|codex|gemini|copilot|cursor|agent|ai\b)\p{L}+(?: (?:and )?\p{L}+){0,2}[,!]?\s*(?:\n|$)/iu
const signature =
  /(?:^|\n)(?:(?:best|kind|warm|many)? ?(?:regards|wishes|thanks)|cheers|sincerely|(?:viele|beste|mit freundlichen) grüße\w*|cordialement|saludos|atenciosamente|thanks|thx)[,!.]?\s*\n\s*[-–—]?\s*\p{Lu}[\p{L} .]{1,40}$/iu

/** Links that clients insert for a picked file; `[retry.ts](src/http/retry.ts)`, some `@src/…`. */
const linkToFile = /\[([\w.-]{1,80})\]\(([^)\s:]{1,200})\)/g

function mentionsFile(text: string): boolean {
  const start = text.slice(0, 2_000)
  return namePickedFiles(start) !== start || /(?:^|\s)@[\w.-]*[\w-]+[./][\w./-]*\w/.test(text)
}

/** Replaces clients' links by the paths of their files. */
export function namePickedFiles(text: string): string {
  return text.replace(linkToFile, (link, name, path) => (path.endsWith(name) ? path : link))
}

/** The starts of its sentences, without list marks and "Then, ". */
function sentenceStarts(text: string): string[] {
  return text
    .slice(0, 2_000)
    .split(/(?<=[.!?:])\s+|\n/)
    .map((sentence) =>
      sentence.replace(/^(?:[-*•+]|\(?\w{1,2}[.)])\s+/, '').replace(/^\p{L}+, /u, ''),
    )
}

/** Several complete sentences about code, addressed to nobody: the style of reviews and documents. */
export function isFormal(paragraph: string): boolean {
  const words = paragraph.slice(0, 4_000).match(/[\w.]+\(?/g) ?? []
  const names = words.filter((word) => nameLike.test(word)).length
  const sentences = words.filter((word) => word.endsWith('.')).length
  return words.length >= 15 && names >= (sentences > 1 ? 1 : 2)
}

/** `factory(`, `registryMu.RLock(`, `filesTouched`, `snake_case`. */
const nameLike = /\($|[a-z]\.[A-Za-z]|[a-z][A-Z]|[a-z]_[a-z]/

export const isListItem = (line: string) => /^\s*(?:[-*•+]|\(?\w{1,3}[.)])\s+\S/.test(line)

const person =
  /\b(?:I|I['’]\w+|me|my|mine|we|we['’]\w+|us|our|ours|let['’]?s|please|pls|thanks|thank you|you|your|ok|okay|yeah|yep|no,|nope|nvm|btw|imo|fyi|ich|mir|mein\w*|wir|uns\w*|bitte|je|moi|mon|ma|mes|nous|notre|nos|svp|yo|mi|nosotros|nuestr\w+|por favor|eu|meu|minha|nós|noss\w+)\b/u
const self =
  /\b(?:I|I['’]\w+|me|my|we|we['’]\w+|us|our|let['’]?s|please|pls|ich|wir|bitte|je|nous|nosotros|eu|nós)\b/u
const address =
  /(?:^|[.!?:]\s+)(?:we|our|my|you|please|let['’]?s|thanks|thank you|ok|okay|no|yes|yeah|nope)\b/i
const standing =
  /\b(?:from now on|always|never|remember|don['’]?t|do not|stop|instead|immer|nie(?:mals)?|ab jetzt|toujours|jamais|siempre|nunca|sempre)\b/i
const imperative =
  /^(?:add|adjust|append|assume|begin|bring|build|allow|analy[sz]e|apply|ask|avoid|bump|call|change|check|clean|commit|compare|continue|convert|copy|create|cut|define|describe|delete|deploy|do|drop|enable|ensure|expand|explain|extract|find|fix|follow|generate|get|give|go|handle|help|implement|improve|include|install|keep|lay|leave|let|link|list|look|make|mark|match|merge|move|open|pick|prefer|push|put|read|rebase|reject|refactor|remove|rename|replace|report|review|revert|rewrite|run|scaffold|search|see|send|set|show|simplify|skip|start|summari[sz]e|switch|take|target|test|treat|try|turn|undo|update|use|verify|wait|work|write)\b/i
