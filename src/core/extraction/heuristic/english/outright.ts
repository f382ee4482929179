/** What is hardly ever said of the task in hand: «never push to main», «I'd rather …», «fyi …». */
import { phrase } from '../cue.ts'
import { saysWhatIs } from './evidence.ts'
import { ofTheTask } from './of-the-task.ts'
import { oneOf } from './words.ts'

/** What developers do again and again. */
const habitual =
  oneOf(`push commit merge deploy release edit touch log mock delete rebase squash store
  import install run use ask sign bump write call change skip format review test`)

const outright: readonly RegExp[] = [
  phrase`^(?:fyi|btw|by the way|for (?:the record|context|reference)|heads[- ]?up|note that|
    keep in mind|remember that|just so you know)\b`,
  phrase`^(?:please |and |but )*(?:from now on|going forward|from here on)\b|\b(?:house|hard|
    golden) rule\b|\bdon't ever \w+`,
  phrase`(?:^|[,;:.] |\b(?:and|but|also|please|you|we|must|should) )(?:never|
    always) (?:${habitual})\b`,
  phrase`\b(?:don't|never) (?:${habitual}) (?:anything|directly|straight|by hand)\b`,
  phrase`^(?:every|each|all|any|no) [^.?]*\b(?:in|for) (?:this|our) (?:repo|project|codebase|team|
    crate|company)\b`,
  phrase`\bi(?:'d)? (?:\w+ )?(?:prefer|rather)\b|^(?:please )?(?:stop|quit) \w+ing\b|
    \byour (?:answers|replies|responses) (?:short|brief|concise)\b`,
  phrase`\bwe(?:'re| are| have|'ve)? (?:\w+ )?(?:decided|agreed|going with|settled|switched|moved|
    migrated) \w+`,
  phrase`^(?:no|nope|nah|wrong|not quite)[,.]? [^.?]*\b(?:is|are|it's|its|isn't|runs?|uses?|we|
    our)\b[^.?]*(?:\bnot\b|because|\d)`,
  phrase`^(?:after|before|when(?:ever)?|every time|each time) you [^.?]*‹code›`,
  phrase`\buntil (?:upstream|they|it|the \w+) (?:\w+ )?(?:fix|ship|release|land|merge)\w*`,
  phrase`\b(?:lives?|documented|described|tracked) (?:at|in|on|under) ‹(?:link|path)›`,
]

/** «Wrong, …» sounds like trouble, «you have to …» like a wish; here they are how it is said. */
const mayStand: ReadonlySet<string> = new Set([
  'asks',
  'reports trouble',
  'says how it must be',
  'speaks of code',
])
const contrary = ofTheTask.filter(({ name }) => !mayStand.has(name))

/** Says how something is, and nothing of a task, of trouble, of doubt. */
export function isPlain(plain: string): boolean {
  return saysWhatIs.test(plain) && !ofTheTask.some(({ pattern }) => pattern.test(plain))
}

/** Words for a text that somebody is to write, or that somebody else wrote. */
const quoted = phrase`["”»]\.?$|\b(?:stuff|things|something|lines|rules) (?:like|such as)\b|
  \b(?:readme|contributing|agents\.md|claude\.md)\b`

/** Said outright, and nothing in the sentence speaks of the task, of hearsay, of doubt. */
export function isOutright(plain: string): boolean {
  if (quoted.test(plain) || !outright.some((pattern) => pattern.test(plain))) return false
  return !contrary.some(({ pattern }) => pattern.test(plain))
}
