/**
 * What a text can make an agent use: hosts, packages, images, commands, paths outside the project and
 * people. Each has one key for all spellings, so that a statement can be traced to the text in which
 * the thing first appeared.
 */
import { isCommonWord, isStopWord, isWidespreadWord } from '../text/common-words.ts'
import { isGeneralWord } from '../text/general-words.ts'
import { normaliseWord } from '../text/normalise-word.ts'
import { askingParts } from './asked-names.ts'
import { addressesIn, fold, nameKey, squash } from './spellings.ts'

export interface Elements {
  /** Keys of all names in the text. */
  readonly named: ReadonlySet<string>
  /** Keys of what the text says to run, fetch, install, open or contact. */
  readonly actionable: ReadonlySet<string>
  /** Those among them that lead outside the project: hosts, mailboxes, packages to install. */
  readonly outward: ReadonlySet<string>
  /** Keys of plain names that the text asks to use or turn to. */
  readonly asked: ReadonlySet<string>
}

/** Characters read of one text; the rest is ignored. */
const mostRead = 200_000

export function elementsIn(text: string): Elements {
  const folded = fold(text.slice(0, mostRead))
  const outward = new Set([...addressesIn(folded), ...packagesIn(folded)])
  const actionable = new Set([
    ...outward,
    ...commandsIn(folded),
    ...objectsOfVerbs(folded),
    ...packageLike(folded),
    ...channelsIn(folded),
  ])
  const asked = new Set(askedIn(folded))
  return {
    named: new Set([...actionable, ...asked, ...namesIn(folded)]),
    actionable,
    outward,
    asked,
  }
}

/** Whether a text names something to run, fetch, install, open or contact. */
export const namesAction = (text: string) => elementsIn(text).actionable.size > 0

/** Keys of hosts and mailboxes that a sentence says to run, fetch, open or contact. */
export function outwardOrders(text: string): ReadonlySet<string> {
  const folded = fold(text.slice(0, mostRead))
  const found = [askingVerb, contacted, sending].flatMap((verb) =>
    [...folded.matchAll(verb)].flatMap((match) => {
      const object = folded.slice(match.index, match.index + mostToObject).split(sentenceEnd)[0]
      return [...addressesIn(object ?? '')]
    }),
  )
  return new Set(found.filter((key) => /^(?:host|site|mail) /.test(key) && !ownHost.test(key)))
}

/** From the verb to the end of its object. */
const mostToObject = 160
const sending =
  /(?<![\p{L}\p{N}])(?:curl|wget|iwr|irm|browse|visit|navigate|send|post|upload|push|forward|submit|report|share|copy|e?-?mail)(?![\p{L}\p{N}])/giu
/** Names that exist only on this machine or network. */
const ownHost = /\.(?:test|local|localhost|internal|lan)(?:\/|$)/

// Commands, and the packages and images they install.

/** What is written as a command: in code, after a shell prompt, or starting with a known program. */
function* commandLines(text: string): Generator<string[]> {
  for (const [, span = ''] of text.matchAll(codeSpan)) yield* splitCommands(span)
  for (const [, span = ''] of text.matchAll(codeTag)) yield* splitCommands(span)
  for (const [, line = ''] of text.matchAll(shellLine)) yield* splitCommands(line)
  for (const [line] of text.matchAll(inProse)) yield untilProse(wordsOf(line))
}

const codeSpan = /`{1,3}(?:\w{1,12}\n)?([^`]{2,300})`/g
const codeTag = /<(?:code|kbd|tt|pre)[^>]{0,80}>([^<]{2,300})</gi
const shellLine = /^[ \t]*(?:[$❯➜%]|PS [^>\n]{0,60}>|RUN|run:|cmd:|command:)[ \t]+([^\n]{2,300})$/gm

/** Programs whose name is not an English word, and what follows them. */
const inProse =
  /(?<![\w./@-])(?:npx|bunx|pnpx|uvx|pipx|npm|pnpm|yarn|pip3?|brew|apt-get|apk|dnf|choco|winget|cargo|docker|podman|kubectl|helm|curl|wget|sudo|powershell|pwsh|iwr|irm|chmod|crontab|systemctl)[ \t]+[^\n`;,!?"']{2,160}/g

function* splitCommands(span: string): Generator<string[]> {
  for (const part of span.split(/\n|&&|\|\||[;|]|\$\(/)) {
    const words = wordsOf(part)
    if (words.length > 0) yield words
  }
}

const wordsOf = (part: string) =>
  part
    .trim()
    .split(/\s+/)
    .slice(0, 20)
    .map((word) => word.replace(/^["'(*]+|["',.):*]+$/g, ''))
    .filter((word) => word !== '')

/** The command ends where the sentence continues: at a plain word that is not an argument. */
function untilProse(words: readonly string[]): string[] {
  const end = words.findIndex((word, at) => at > 1 && /^\p{L}+$/u.test(word) && isOrdinary(word))
  return words.slice(0, end < 0 ? 12 : end)
}

function* packagesIn(text: string): Generator<string> {
  for (const words of commandLines(text)) {
    // Any program may run the rest of its line.
    const names = words.flatMap((program, at) => packagesOf(program, words.slice(at + 1)))
    for (const name of names) yield nameKey(name.replace(/(?<=.)[@:=].*$/, ''))
  }
  for (const [, image = ''] of text.matchAll(imageLine))
    yield nameKey(image.replace(/(?<=.)[@:].*$/, ''))
}

const imageLine = /^[ \t-]*(?:FROM|image:|uses:)[ \t]+["']?([\w.-]+(?:\/[\w.-]+)*[@:]?[\w.-]*)/gm

/** Names of packages and images among a command's arguments. */
function packagesOf(program: string, rest: readonly string[]): string[] {
  const [verb = '', ...others] = rest.filter((word) => !word.startsWith('-'))
  if (runsPackage.test(program)) return isPackage(verb) && !isTool(verb) ? [verb] : []
  if (!installs.test(`${program} ${verb}`)) return []
  return others.filter((word) => isPackage(word) && !isTool(word)).slice(0, 6)
}

const runsPackage = /^(?:npx|bunx|pnpx|uvx)$/
const installs =
  /^(?:(?:npm|pnpm|yarn|bun) (?:i|in|install|add|dlx|x|exec|create|init|link)|(?:pip3?|pipx|gem|brew|apt|apt-get|yum|dnf|snap|choco|winget|scoop|conda|mamba|cargo|go|dotnet|nuget|composer|poetry|uv|helm|docker|podman|nerdctl|code|claude|asdf) (?:install|add|get|require|pull|run|tool|inject|mcp|use|plugin|pip)|mise (?:install|use)|apk add|pacman .*|nix-env .*)$/
const isPackage = (word: string) =>
  packageName.test(word) && !sourceFile.test(word) && !/^[\d.]+$/.test(word)
const packageName = /^@?[a-z][\w.-]{1,80}(?:\/[\w.-]{1,80})*(?:[:@=]{1,2}[\w.^~<>=-]{1,40})?$/
const sourceFile =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|md|json|ya?ml|toml|txt|css|html|sql|lock|lua|php|c|h|cpp)$/
/** Tools that everybody has. */
const isTool = (word: string) =>
  /^(?:tsc|tsx|eslint|prettier|biome|vitest|jest|mocha|playwright|vite|next|turbo|nx|webpack|node|npm|pnpm|yarn|typescript|python|pytest|ruff|black|mypy)$/.test(
    word,
  )

function* commandsIn(text: string): Generator<string> {
  for (const words of commandLines(text)) {
    const [program = '', first = ''] = words
    if (words.length === 1 && switched.test(program)) yield `command ${squash(program)}`
    const isOwnTask = ownTask.test(words.filter((word) => !redirection.test(word)).join(' '))
    if (words.length < 2 || !/^[\w@./~$-]+$/.test(program) || isOwnTask) continue
    const isProgram = isPackage(program) && !isIdentifier(program) && !isOrdinary(program)
    if (isProgram && !everyday.test(program) && !isTool(program)) yield nameKey(program)
    // Everyday commands of two words are not specific to anyone.
    if (words.length > 2 || /^-|[/:@=]/.test(first)) yield `command ${squash(words.join(''))}`
  }
}

/** A flag or a variable: `--no-verify`, `NODE_TLS_REJECT_UNAUTHORIZED=0`. */
const switched = /^--[a-z]+-[a-z][\w-]+|^[A-Z][A-Z0-9_]{3,}=/

/** Runs what the project itself defines. */
const ownTask =
  /^(?:(?:npm|pnpm|yarn|bun)(?: run)?|make|just|task|mise(?: run)?|rake|poetry run|uv run|cargo|go|gradle|\.\/gradlew|mvn|deno task|composer)(?: [\w:./-]+){1,2}$/
/** `2>&1`, `>/dev/null`: harmless redirections. */
const redirection = /^(?:\d?>&\d|[\d&]?>\/dev\/null)$/
const everyday =
  /^(?:cat|cd|ls|cp|mv|rm|mkdir|touch|echo|printf|grep|rg|sed|awk|find|head|tail|sort|less|git|gh|npx|npm|pnpm|yarn|bun|bunx|uvx|uv|pipx?|pip3|poetry|conda|brew|apt|apt-get|cargo|go|gem|bundle|composer|dotnet|docker|podman|kubectl|helm|terraform|curl|wget|ssh|scp|rsync|sudo|bash|sh|zsh|python3?|node|deno|ruby|perl|php|make|mvn|gradle|cmake|just|task|mise|asdf|rake|rails|psql|mysql|sqlite3|open|kill|lsof|ps|test|diff|tar|unzip|jq|tmux|export|source|chmod|chown|code|claude|codex|gemini|opencode)$/

// Objects of verbs in a sentence.

/** Names next to a verb that asks to run, install, fetch or contact, in several languages. */
function* objectsOfVerbs(text: string): Generator<string> {
  for (const match of text.matchAll(askingVerb)) {
    const from = match.index + match[0].length
    yield* namesNear(text.slice(from, from + 60).split(sentenceEnd)[0] ?? '', 'first')
  }
  for (const match of text.matchAll(askingVerbBehind)) {
    const before = text.slice(Math.max(0, match.index - 40), match.index)
    yield* namesNear(before.split(sentenceEnd).at(-1) ?? '', 'last')
  }
  for (const [, person = ''] of text.matchAll(contacted)) {
    yield nameKey(person)
    // "Ask Ada Lovelace" also refers to "Mrs. Lovelace".
    const family = person.split(' ')[1] ?? ''
    if (family.length >= shortestName && !isOrdinary(family)) yield nameKey(family)
  }
}

const sentenceEnd = /[.;!?](?:\s|$)|[。！？\n]/
const askingVerb =
  /(?<![\p{L}\p{N}])(?:run|running|execute|install|installing|download|fetch|invoke|launch|pull|führe|starte|installiere|lade|exécute[rz]?|lance[rz]?|installe[rz]?|télécharge[rz]?|ejecuta[r]?|instala[r]?|descarga[r]?|execut[ae]r?|baix[ae]r?|esegui(?:re)?|installa(?:re)?|scarica(?:re)?|voer|installeer|uruchom|zainstaluj|pobierz|запусти(?:те|ть)?|установи(?:те|ть)?|скачай(?:те)?|运行|执行|安装|下载|çalıştır|yükle|indir)(?![\p{L}\p{N}])[\s:]*/giu
const askingVerbBehind =
  /を(?:実行|インストール|起動|ダウンロード|取得|呼び出)|(?:를|을)? ?(?:실행|설치|다운로드)| (?:ausführen|installieren|starten|herunterladen|aufrufen)(?![\p{L}])/giu
const contacted =
  /(?<![\p{L}\p{N}])(?:[Cc]ontact|[Aa]sk|[Pp]ing|(?<=(?:^|[.!?:]\s{1,3}))E-?mail|e-?mail|[Mm]essage|[Nn]otify|[Cc]all|[Tt]ell|CC|cc|[Ff]rage?|[Kk]ontaktiere|[Cc]ontacte[rz]?|[Dd]emande[rz]? à|[Cc]ontacta(?: a)?|[Pp]regunta a|[Cc]ontatta|联系)\s+(\p{Lu}\p{Ll}{3,}(?: \p{Lu}\p{Ll}+)?|\p{Lu}\p{Ll}{1,2} \p{Lu}\p{Ll}+)/gu

function* askedIn(text: string): Generator<string> {
  for (const { part, end, reach } of askingParts(apart(text))) {
    // Any other name with a slash is a path.
    const isName = (word: string) => word.startsWith('@') || !word.includes('/')
    yield* namesAmong(wordsNear(part, end, reach).filter(isName))
  }
}

/** Separates Latin names in scripts without spaces. */
const apart = (text: string) => text.replace(besideScript, ' ')
const spaceless =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Arabic}'
const besideScript = new RegExp(
  `(?<=[${spaceless}])(?=[a-z0-9@])|(?<=[a-z0-9])(?=[${spaceless}])`,
  'giu',
)

function* namesNear(part: string, end: 'first' | 'last'): Generator<string> {
  yield* namesAmong(wordsNear(part, end, 3))
}

function wordsNear(part: string, end: 'first' | 'last', reach: number): readonly string[] {
  const words = part.match(/[\p{L}\p{N}@][\p{L}\p{N}@./_:-]*/gu) ?? []
  return end === 'first' ? words.slice(0, reach) : words.slice(-reach)
}

function* namesAmong(words: readonly string[]): Generator<string> {
  for (const word of words) {
    const name = word.replace(/[./:_-]+$/, '')
    const plain = name.toLowerCase()
    const isKnown =
      preposition.test(plain) || isEnglish(plain) || isTool(plain) || everyday.test(plain)
    if (isIdentifier(name) || isKnown || name.length < shortestName) continue
    // `api:generate` is a script of the project.
    if (isPackage(plain) && !/^[\w-]+:[\w:-]+$/.test(plain)) yield nameKey(plain)
  }
}

const preposition = /^(?:against|during|despite|onto|throughout|towards?|upon|via|within)$/

/** Names that look like packages or programs: `left-pad`, `@acme/cli`, `acme/base:3`. */
function* packageLike(text: string): Generator<string> {
  for (const [name] of text.matchAll(hyphenated)) if (!isEnglish(name)) yield nameKey(name)
  for (const [, name = ''] of text.matchAll(versionedName)) {
    if (!sourceFile.test(name)) yield nameKey(name)
  }
}

const hyphenated =
  /(?<![\w@./:#-])(?:@[a-z][\w-]*\/[\w-]+|[a-z][a-z0-9]+(?:-[a-z0-9]+){1,5})(?![\w/:(=-]|\.\w)/g
/** `acme/base:3`, `acme/setup@v4`: an image or an action in any text, but not a line of a file. */
const versionedName =
  /(?<![\w@./:#-])([a-z][\w-]*(?:\.[\w-]+)*(?:\/[a-z][\w.-]*){1,4})(?:@[\w.-]{1,60}|:(?:v?\d[\w.-]*|[a-z][\w.-]{1,40}))(?![\w/:(])/g

/** `#release`: a channel where people write to each other. */
function* channelsIn(text: string): Generator<string> {
  for (const [, name = ''] of text.matchAll(channel)) yield `channel ${squash(name)}`
}

const channel = /(?<=[\p{L},:(] |^|[`"'“])#([a-z][a-z0-9_-]{2,60})(?![\w.({:;])/gmu

/** Compounds of English words: `append-only`, `implementation-agnostic`. */
const isEnglish = (name: string) =>
  name
    .split('-')
    .every(
      (word) => isOrdinary(word) || formsCompounds.test(word) || isGeneralWord(normaliseWord(word)),
    )

/** Parts of English compounds in prose about software. */
const formsCompounds =
  /^(?:anti|cross|inter|mid|multi|non|per|post|pre|self|semi|sub|agnostic|aware|backed|based|bound|driven|facing|first|free|friendly|gated?|grained|heavy|intensive|like|lived|native|oriented|prone|proof|ready|related|safe|scoped|shaped|sized|specific|tolerant|wide)$/

/** `parseJson`, `max_size`, `t.Parallel`: a name in code, not of a program or package. */
const isIdentifier = (name: string) =>
  /\p{Ll}\p{Lu}|_|^[\p{Lu}\p{N}_]+$|^\p{L}+\.\p{L}+/u.test(name)

/** Words that name nothing in particular. */
function isOrdinary(name: string): boolean {
  const lower = name.toLowerCase()
  const known = ordinary.get(lower)
  if (known !== undefined) return known
  const found = lower.split(/[^\p{L}\p{N}]+/u).every((word) => {
    if (word.length < 3 || /^\d+$/.test(word)) return true
    const stem = normaliseWord(word)
    return isStopWord(stem) || isCommonWord(stem) || isWidespreadWord(stem)
  })
  if (ordinary.size >= mostRemembered) ordinary.clear()
  ordinary.set(lower, found)
  return found
}

/** Texts repeat their words, and stemming one takes microseconds. */
const ordinary = new Map<string, boolean>()
const mostRemembered = 20_000

// For all names.

const shortestName = 4
const longestName = 120

/** Every name that is not an ordinary word, alone and combined with its neighbour. */
function* namesIn(text: string): Generator<string> {
  let before = ''
  let wasName = false
  for (const [word] of apart(text).matchAll(/[\p{L}\p{N}@][\p{L}\p{N}@._/-]*/gu)) {
    const name = word.replace(/[._/-]+$/, '')
    const isName =
      name.length <= longestName && !isOrdinary(name) && !formsCompounds.test(name.toLowerCase())
    if (isName && name.length >= shortestName) yield nameKey(name)
    const isPart = name.length <= longestName && name.length > 2 && !isStopWord(name.toLowerCase())
    if ((isName && before !== '') || (wasName && isPart)) yield nameKey(before + name)
    before = isPart ? name : ''
    wasName = isName
  }
}
