/**
 * What a memory says about tools: the commands it names, asks for or forbids, and the paths it is
 * about. Found once in its text; a call is then only compared.
 */
import { commandsIn, withoutLaunchers } from '../../activity/command-line.ts'
import { toToolCall } from '../../activity/to-action.ts'
import { inProject } from '../../activity/touched-files.ts'
import type { Memory } from '../../model/memory.ts'
import type { ToolUse } from '../../ports/history.ts'
import { isStopWord } from '../../text/common-words.ts'
import { closeness, filesNamedBy } from '../file/file-triggers.ts'

export type ToolPattern = CommandPattern | PathPattern

interface CommandPattern {
  readonly tool: 'command'
  /** The program, and words that follow it in this order: `git push --force`. */
  readonly words: readonly string[]
  readonly stance: Stance
}

interface PathPattern {
  readonly tool: 'path'
  /** A file or folder, with `/` between its parts. */
  readonly path: string
  readonly stance: Stance
}

/** Whether the text asks for it, forbids it, or only names it. */
type Stance = 'wanted' | 'unwanted' | 'named'

/** A tool call as patterns are compared with it. */
export interface CallFacts {
  readonly tool: string
  readonly commands: readonly CommandFacts[]
  /** Files that are changed, relative to the project. */
  readonly files: readonly string[]
}

export interface CommandFacts {
  /** Its words as they are, and without the program that starts it (`npx jest`). */
  readonly forms: readonly (readonly string[])[]
  /** Those that look like paths, relative to the project. */
  readonly paths: readonly string[]
}

export const noCall: CallFacts = { tool: '', commands: [], files: [] }

interface Mention {
  readonly start: number
  readonly end: number
  readonly words: readonly string[]
  /** Marked as code. */
  readonly isQuoted: boolean
}

export function patternsOf(memory: Pick<Memory, 'content' | 'files'>): ToolPattern[] {
  return [...commandPatterns(memory.content), ...pathPatterns(memory)]
}

const looksUp: readonly string[] = ['read', 'search', 'web']

/** @param folder of the call, for relative paths @param root the project's folder */
export function factsOf(
  use: ToolUse,
  folder: string | undefined,
  root: string | undefined,
): CallFacts {
  const { kind, command, files } = toToolCall(use, undefined)
  const here = (path: string) => inProject(path, folder, root)
  const commands = command === undefined ? [] : commandsIn(command)
  return {
    tool: use.toolName,
    commands: commands.map((each): CommandFacts => {
      const forms = [...new Set([each, withoutLaunchers(each)])].map(wordsOf)
      const named = forms.flatMap(([, ...given]) => given.filter((word) => /[./]/.test(word)))
      return { forms, paths: [...new Set(named.map(here))] }
    }),
    files: looksUp.includes(kind) ? [] : [...new Set(files.map(here))],
  }
}

/**
 * Whether the calls do what the memory asks for. The last that concerns it decides: a session may
 * have learned of it from the first.
 */
export function areFollowed(
  patterns: readonly ToolPattern[],
  calls: readonly CallFacts[],
): boolean {
  const rivals = rivalsIn(patterns)
  const isAgainst = (call: CallFacts) =>
    patterns.some((each) => each.stance === 'unwanted' && isMatched(each, call)) ||
    call.commands.some(({ forms }) =>
      forms.some(([program = '']) => rivals.includes(nameOf(program))),
    )
  const isFor = (call: CallFacts) =>
    patterns.some((each) => each.stance !== 'unwanted' && isMatched(each, call))
  const last = calls.findLast((call) => isAgainst(call) || isFor(call))
  return last !== undefined && !isAgainst(last)
}

/** Whether the call runs every command that the memory does not forbid, and there is one. */
export function runsAll(patterns: readonly ToolPattern[], call: CallFacts): boolean {
  const commands = patterns.filter(
    ({ tool, stance }) => tool === 'command' && stance !== 'unwanted',
  )
  return commands.length > 0 && commands.every((each) => isMatched(each, call))
}

export const isProgram = (pattern: ToolPattern) =>
  pattern.tool === 'command' && pattern.words.length === 1

function isMatched(pattern: ToolPattern, { commands, files }: CallFacts): boolean {
  if (pattern.tool === 'command') {
    return commands.some(({ forms }) => forms.some((words) => isCommand(pattern.words, words)))
  }
  const paths = [...files, ...commands.flatMap((command) => command.paths)]
  return paths.some((path) => isWithinPath(pattern.path, path))
}

/** Whether a path is this file, one with this name, or in this folder. */
export const isWithinPath = (wanted: string, path: string) =>
  closeness({ path: wanted, isAnchor: false }, path) > 0 || `/${path}/`.includes(`/${wanted}/`)

/** Whether a command runs this program with these words in this order, among others. */
export function isCommand(
  wanted: readonly string[],
  [program = '', ...given]: readonly string[],
): boolean {
  const [first = '', ...rest] = wanted
  if (program !== first && nameOf(program) !== nameOf(first)) return false
  let at = 0
  return rest.every((word) => {
    at = given.indexOf(word, at) + 1
    return at > 0
  })
}

export const nameOf = (program: string) => program.replace(/^.*\//, '')

/** Programs that do the same, so a rule that asks for one rules out the others. */
const sameWork = [
  'npm pnpm yarn bun',
  'pip pip3 pipenv poetry uv conda',
  'jest vitest mocha',
  'docker podman',
  'eslint biome',
].map((names) => names.split(' '))

export const rivalsOf = (program: string) =>
  (sameWork.find((names) => names.includes(program)) ?? []).filter((name) => name !== program)

/** The programs a text rules out by asking for one that does the same. */
export function rivalsIn(patterns: readonly ToolPattern[]): string[] {
  const named = new Set(patterns.map((each) => (each.tool === 'command' ? each.words[0] : '')))
  const asked = patterns.flatMap((each) =>
    each.tool === 'command' && each.stance === 'wanted' && isProgram(each) ? each.words : [],
  )
  return [...new Set(asked.flatMap(rivalsOf))].filter((name) => !named.has(name))
}

function commandPatterns(content: string): ToolPattern[] {
  const mentions = mentionsIn(content)
  let last: { readonly end: number; readonly stance: Stance } | undefined
  return mentions.flatMap(({ start, end, words, isQuoted }) => {
    const stance = stanceAt(content, start, end, last)
    last = { end, stance }
    // «The tests run in docker» is about no command.
    const isCommand = isQuoted || words.length > 1 || stance !== 'named'
    return isCommand ? [{ tool: 'command' as const, words, stance }] : []
  })
}

const programs =
  'npm pnpm yarn bun npx pnpx bunx pip pip3 pipx pipenv poetry uv conda git gh glab docker docker-compose podman kubectl helm terraform tofu cargo rustup mvn gradle bundle rake composer brew apt apt-get dnf pytest tox nox vitest jest mocha playwright cypress eslint prettier biome ruff mypy tsc psql mysql sqlite3 redis-cli curl wget ssh scp rsync sudo systemctl aws gcloud vercel netlify fly flyctl wrangler alembic prisma supabase nx turbo webpack vite deno python python3 dotnet ng expo'.split(
    ' ',
  )
const knownPrograms = new Set(programs)
/** Those are words of English too. */
const everydayPrograms = new Set('make go just task node rails mix swift'.split(' '))

/** What no other word of a text could mean. */
export const isKnownProgram = (name: string) =>
  knownPrograms.has(name) || everydayPrograms.has(name)

/** By itself hardly ever a command: «git has no hooks for it». */
const saysLittleAlone = (program: string) => program === 'git' || everydayPrograms.has(program)

/** Named without git, and nothing else than git's: `force-push`, `reset --hard`. */
const gitWords = 'reset|rebase|push|commit|checkout|clean|stash|merge|branch|cherry-pick'

const mention = new RegExp(
  [
    '`([^`\\n]{2,160})`',
    `(?<![\\w./@\`-])(?:${[...programs, ...everydayPrograms].join('|')})(?![\\w/@\`-]|\\.\\w)`,
    `(?<![\\w./@\`-])(?<![Gg]it )(?<gitWord>(?:${gitWords}) --[a-z][\\w-]+|cherry-pick)(?![\\w-])`,
    '(?<![\\w./@`-])(?<program>[a-z][\\w-]{1,20}) with (?<option>--[a-z][\\w-]+)(?![\\w-])',
  ].join('|'),
  'g',
)

function mentionsIn(content: string): Mention[] {
  return [...content.matchAll(mention)].flatMap((match): Mention[] => {
    const [whole, quoted] = match
    const start = match.index
    const end = start + whole.length
    if (quoted !== undefined) {
      return commandsIn(quoted)
        .map((command) => fixedWords(wordsOf(withoutLaunchers(command))))
        .filter(isQuotedCommand)
        .map((words) => ({ start, end, words, isQuoted: true }))
    }
    const { gitWord, program, option } = match.groups ?? {}
    if (gitWord !== undefined) {
      return [{ start, end, words: ['git', ...gitWord.split(' ')], isQuoted: false }]
    }
    if (program !== undefined && option !== undefined) {
      return [{ start, end, words: [program, option], isQuoted: false }]
    }
    const following = followingWords(content.slice(end))
    if (saysLittleAlone(whole) && following.words.length === 0) return []
    const words = [whole, ...following.words]
    return [{ start, end: end + following.length, words, isQuoted: false }]
  })
}

/** A single word may be the name of anything. */
function isQuotedCommand([program = '', ...rest]: readonly string[]): boolean {
  if (!/^(?:\.{0,2}\/)?[a-z][\w./-]*$/.test(program)) return false
  return rest.length > 0 || knownPrograms.has(program) || everydayPrograms.has(program)
}

export function wordsOf(command: string): string[] {
  const words = command.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []
  return words.map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))
}

/** Up to the first that stands for others: `git push origin BRANCH`. */
function fixedWords(words: readonly string[]): string[] {
  const end = words.findIndex((word) => /[<>{}[\]$*…]|\.\.\.|^[A-Z_]{2,}$/.test(word))
  return end < 0 ? [...words] : words.slice(0, end)
}

const subcommands = new Set(
  'add apply audit build check checkout ci clean cherry-pick commit compose create deploy destroy dev dlx down exec fetch fmt format generate i init install lint login merge migrate plan pull publish push rebase remove reset restart restore rm run seed serve start stash stop switch sync tag test uninstall up update upgrade clippy'.split(
    ' ',
  ),
)
/** A name follows. */
const naming = new Set(['run', 'exec', 'x', 'dlx', 'task', 'make', 'just'])

/** Longer than any command in a sentence. */
const mostWords = 12

/** What continues a command in a sentence: options, known subcommands, and names after `run`. */
function followingWords(text: string): { readonly words: string[]; readonly length: number } {
  const words: string[] = []
  let length = 0
  for (const [whole, word = ''] of text.matchAll(/ ([^\s`"'()]+)/gy)) {
    const plain = word.replace(/[,.;:!?]+$/, '')
    const isOption = /^--?[a-z][\w-]*(?:=\S+)?$/i.test(plain)
    const isName = naming.has(words.at(-1) ?? '') && /^[a-z][\w:./@-]*$/.test(plain)
    const isPart = isOption || subcommands.has(plain) || (isName && !isStopWord(plain))
    if (!isPart) break
    words.push(plain)
    length += whole.length
    if (plain !== word || words.length === mostWords) break
  }
  return { words, length }
}

const negation =
  /(?<![\p{L}\p{N}])(?:not|never|don['’]?t|can['’]?t|cannot|mustn['’]?t|shouldn['’]?t|avoid|without|instead of|rather than|over|no|nor|stop|forbid\w*|replaces?|nicht|nie|niemals|kein\w*|statt|anstatt|anstelle|ohne|vermeid\w*|nunca|jamás|en lugar de|en vez de|evita\w*|pas|jamais|au lieu de|plutôt que|não|em vez de|non|mai|invece di|zamiast|ikke|aldrig|inte|niet|nooit|geen|не|никогда|вместо)(?![\p{L}\p{N}])|不要|别用|禁止|勿|而不是/iu
const wish =
  /(?<![\p{L}\p{N}])(?:uses?|using|used|prefer\w*|always|only|run(?=\s*$)|via|with|through|switch(?:ed)? to|moved? to|benutz\w*|verwende\w*|nutz\w*|nimm|immer|mit|usa\w*|utiliza\w*|siempre|con|utilise\w*|toujours|avec|sempre|com|używaj\w*|brug|använd|gebruik|используй\w*)(?![\p{L}\p{N}])|使用|用/iu
const joint = /^[\s,/]*(?:or|and|nor|oder|und|noch|o|y|ni|ou|et|e|и|или)?[\s,/]*$/iu
const turning = /^[\s,]*(?:but|sondern|sino|mais|ma)\s*$/iu
const forbiddenAfter =
  /^\s*(?:is|are|ist|sind|es|est)?\s*(?:not |never |nicht |verboten|forbidden|banned|disallowed|deprecated|prohibido|interdit)/iu

/** By the words before it: since the last mention, in its sentence. */
function stanceAt(
  content: string,
  start: number,
  end: number,
  last: { readonly end: number; readonly stance: Stance } | undefined,
): Stance {
  if (forbiddenAfter.test(content.slice(end))) return 'unwanted'
  const gap = content.slice(last?.end ?? 0, start)
  if (last && joint.test(gap)) return last.stance
  if (last && turning.test(gap)) return last.stance === 'unwanted' ? 'wanted' : 'unwanted'
  const sentence = gap.split(/[.!?;\n](?=\s)/).at(-1) ?? ''
  const clauses = sentence.split(/[,:—–(]|\b(?:but|and|sondern|sino|mais)\b/)
  const telling = clauses.findLast((clause) => negation.test(clause) || wish.test(clause)) ?? ''
  if (negation.test(telling)) return 'unwanted'
  return wish.test(telling) ? 'wanted' : 'named'
}

function pathPatterns(memory: Pick<Memory, 'content' | 'files'>): ToolPattern[] {
  const { content } = memory
  const files = filesNamedBy(memory).map(({ path }) => path)
  const paths = [...new Set([...files, ...foldersIn(content)])]
  return paths.map((path) => {
    const start = content.indexOf(path)
    const stance = start < 0 ? 'named' : stanceAt(content, start, start + path.length, undefined)
    return { tool: 'path', path, stance }
  })
}

const pathLike =
  /(?<![\p{L}\p{N}_@/.:-])(?:\.?[\p{L}\p{N}_@-][\p{L}\p{N}_@.-]*\/)+[\p{L}\p{N}_@.-]*/gu
const leastCharacters = 4

/** «and/or» is none either, but no path begins with it. */
function foldersIn(content: string): string[] {
  const paths = (content.match(pathLike) ?? []).map((path) => path.replace(/[/.]+$/, ''))
  return paths.filter((path) => path.length >= leastCharacters && !/\.[^/]*$/.test(path.slice(1)))
}
