/**
 * The guard that a text proposes. Holding a tool back needs more than a mention: the text must say
 * outright that the command is not to be run or the path not to be changed, right beside its name.
 */
import type { GuardPattern } from '../../ports/guard-store.ts'
import {
  isKnownProgram,
  isProgram,
  patternsOf,
  rivalsOf,
  type ToolPattern,
} from './tool-patterns.ts'

/** @returns nothing for a text that forbids nothing; then the user must say what to hold back */
export function proposePatterns(content: string): GuardPattern[] {
  const said = patternsOf({ content, files: [] })
  const named = new Set(said.map((each) => (each.tool === 'command' ? each.words[0] : '')))
  const isForbidden = ({ stance }: ToolPattern) => Number(stance === 'unwanted')
  const ordered = said.toSorted((one, other) => isForbidden(other) - isForbidden(one))
  const found = ordered.flatMap((each): GuardPattern[] => {
    if (each.tool === 'path') return forbiddenPath(content, each.path)
    if (each.stance === 'unwanted') {
      return isBeside(content, each, notToRun) ? [{ command: each.words.join(' ') }] : []
    }
    const isAsked = each.stance === 'wanted' && isProgram(each) && isBeside(content, each, toUse)
    const rivals = isAsked ? rivalsOf(each.words[0] ?? '') : []
    return rivals.filter((name) => !named.has(name)).map((command) => ({ command }))
  })
  const texts = new Set<string>()
  return found.filter((pattern) => {
    const text = JSON.stringify(pattern)
    return !texts.has(text) && texts.add(text)
  })
}

const negation = String.raw`(?:never|not|no|don['’]?t|mustn['’]?t|shouldn['’]?t|can['’]?t|cannot|avoid|instead of|rather than|stop|nicht|nie|niemals|kein\w*|statt|anstatt|nunca|jamás|en lugar de|en vez de|pas|jamais|au lieu de|não|em vez de|mai|invece di|zamiast|не|никогда|вместо|不要|别用|禁止|而不是)`
/** What may come between: `never run npm or yarn`. Each list has one reading, so it takes linear time. */
const running = String.raw`(?:(?:\s+(?:ever|again|you|to|just|plain|bare|the|a|run|running|use|using|call|calling|execute|executing|invoke|invoking|type|try|do|with|via|benutz\w*|verwend\w*|nutz\w*|usar|uses|utiliser|utilise[rz]?|\S+,|[^\s-]\S*(?: --\S+)? (?:or|and|nor|oder|und|o|y|ou|et)))*)\s*[\x60'"]?$`

interface Beside {
  readonly before: RegExp
  readonly after?: RegExp
}

const notToRun: Beside = {
  before: new RegExp(String.raw`(?<![\p{L}\p{N}])${negation}${running}`, 'iu'),
  after:
    /^[\x60'"]?\s+(?:is|are|ist|sind|es|est)\s+(?:not allowed|never|forbidden|banned|disallowed|verboten|prohibid[oa]|interdit)/iu,
}

const toUse: Beside = {
  before: new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:use|using|prefer|always|only|benutz\w*|verwende\w*|nimm|usa|usar|utilise[rz]?|używaj|используй\w*|使用|用)${running}`,
    'iu',
  ),
}

/** A quoted text whose program nobody knows may be any code, unless it is to be run. */
function isBeside(content: string, { words }: CommandPattern, beside: Beside): boolean {
  const isCode = !isKnownProgram(words[0] ?? '')
  return textsFor(words).some((text) =>
    occurrencesOf(content, text).some(([before, after]) => {
      const clause = clauseBefore(before)
      if (beside.after?.test(after)) return true
      return beside.before.test(clause) && (!isCode || toRun.test(clause))
    }),
  )
}

const toRun =
  /(?<![\p{L}\p{N}])(?:run|running|call|calling|execute|executing|invoke|start|launch)(?![\p{L}\p{N}])/iu

/** As a text may spell it: `claude with --yolo`, `reset --hard`. */
function textsFor(words: readonly string[]): string[] {
  const [program = '', ...rest] = words
  const others = program === 'git' ? rest.join(' ') : `${program} with ${rest.join(' ')}`
  return [words.join(' '), ...(rest.length > 0 ? [others] : [])]
}

type CommandPattern = Extract<ToolPattern, { tool: 'command' }>

const verb = String.raw`(?:hand-?)?(?:edit|change|modify|touch|alter|update|overwrite|write|delete|remove|rename|move|commit|bearbeite\w*|ändere?\w*|modifi\w+|edites?|editar|toques|touche[rz]?|правь\w*|редактируй\w*|трогай\w*|меняй\w*)`
const done = String.raw`(?:edited|changed|modified|touched|altered|updated|overwritten|written|deleted|removed|renamed|moved|committed|bearbeitet|geändert|angefasst|modificad[oa]s?|editad[oa]s?|modifiée?s?)`

const notToChange = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${negation}\s+(?:(?:ever|you|again|to|manually|directly)\s+)*(?<verb>${verb})\s+(?:(?:to|in|under|the|any|anything|files?|\S+ (?:or|and|oder|und))\s+)*[\x60'"(]?$`,
  'iu',
)
const notChanged = new RegExp(
  String.raw`^[\x60'")]*(?:\s+files?)?\s+(?:is|are|must|should|may|can|ist|sind|darf|werden|wird)\s*(?:not|never|n['’]t|nicht|nie)\s+(?:to be |be |manually |directly )*(?<verb>${done})`,
  'iu',
)

/** «Not committed» forbids to add it to git, not to write it. */
function forbiddenPath(content: string, path: string): GuardPattern[] {
  for (const [before, after] of occurrencesOf(content, path)) {
    const found = notToChange.exec(clauseBefore(before)) ?? notChanged.exec(after)
    if (!found) continue
    return /^commit/i.test(found.groups?.verb ?? '') ? [{ command: 'git add', path }] : [{ path }]
  }
  return []
}

function occurrencesOf(content: string, text: string): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + 1)) {
    found.push([content.slice(0, at), content.slice(at + text.length).replace(/^\//, '')])
  }
  return found
}

/** Long enough for a list of names, and no farther than the sentence. */
const mostCharacters = 160
const clauseBefore = (before: string) =>
  before
    .slice(-mostCharacters)
    .split(/[.!?;:](?=\s)|[\n()—–]/)
    .at(-1) ?? ''
