/** The files a memory is about, and how a hook recognises them in a payload. */
import type { Memory } from '../../model/memory.ts'

/** The texts by which a hook recognises that a tool call may concern a file it is about. */
export function fileTriggersOf(memory: Pick<Memory, 'files' | 'content'>): string[] {
  return filesNamedBy(memory).flatMap(({ path }) => spellings(path))
}

/**
 * A bare name must match from its beginning. Without a dot it may be
 * a folder, which is in the path of every file in it; so it must also match to its end.
 */
function spellings(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const starts = name === path ? ['/', ' ', '"'] : ['']
  const end = name.includes('.') ? '' : '"'
  return asInPayload(path).flatMap((text) => starts.map((start) => `${start}${text}${end}`))
}

/** A text as JSON spells it; some hosts escape letters. */
export function asInPayload(text: string): string[] {
  const plain = JSON.stringify(text).slice(1, -1)
  return [...new Set([plain, plain.replace(/[^ -~]/g, escapeUnit)])]
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

interface NamedFile {
  /** With `/` between its parts. */
  readonly path: string
  readonly isAnchor: boolean
}

/** The files a memory is about: those it is anchored to, and those its text names. */
export function filesNamedBy({ files, content }: Pick<Memory, 'files' | 'content'>): NamedFile[] {
  const anchors = files.map((path) => ({ path: normalise(path), isAnchor: true }))
  const named = pathsIn(content).map((path) => ({ path, isAnchor: false }))
  const known = new Set(anchors.map(({ path }) => path))
  return [...anchors, ...named.filter(({ path }) => !known.has(path))].filter(isUsable)
}

/** A shorter one would be found everywhere. */
const leastCharacters = 4
const mostCharacters = 200

const isUsable = ({ path }: NamedFile) =>
  path.length >= leastCharacters && path.length <= mostCharacters

const normalise = (path: string) => path.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '')

function pathsIn(content: string): string[] {
  const prose = content.replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, ' ')
  const paths = [...prose.matchAll(pathLike)].map(([path]) => normalise(path))
  return [...new Set(paths.filter((path) => path.includes('/') || isTellingName(path)))]
}

const extensions =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|json|py|rb|go|rs|java|kt|kts|c|h|cc|cpp|hpp|cs|swift|php|sh|bash|zsh|sql|md|mdx|yml|yaml|toml|ini|cfg|conf|env|lock|css|scss|less|html|vue|svelte|xml|gradle|tf|proto|graphql|ex|exs|erl|clj|scala|lua|dart|jl|pl|pm|ipynb|txt|csv'
/** Files that begin with a dot need no extension. */
const dotFiles = String.raw`\.(?:[a-z]+(?:rc|ignore|attributes|modules)|editorconfig|env(?:\.[a-z]+)?|(?:tool|node|python|ruby)-versions?)`
const pathLike = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@/.-])(?:[\p{L}\p{N}_@.+-]+/)*(?:${dotFiles}|\.?[\p{L}\p{N}_@+-][\p{L}\p{N}_@.+-]*\.(?:${extensions}))(?![\p{L}\p{N}_/-]|\.\p{L})`,
  'gu',
)

/** Not `index.ts`, which every project has several of, or Node.js, which is no file. */
const isTellingName = (name: string) => !commonNames.test(name)
const commonNames =
  /^(?:index|main|mod|lib|app|init|__init__|setup|config|settings|utils?|helpers?|types?|constants?|tests?|conftest|page|layout|route|routes|styles?|readme|changelog|license|package(?:-lock)?|tsconfig|claude|agents|gemini|makefile|dockerfile|docker-compose|cargo|pyproject|requirements|go)(?:\.\w+)+$|^(?:node|next|nuxt|vue|express|three|d3|discord|chart|moment|react|angular|ember|backbone|require|p5|bun|deno)\.js$/i

/** How surely a memory that names one path is about the file with the other; 0 if it is not. */
export function closeness({ path, isAnchor }: NamedFile, file: string): number {
  if (path === file) return isAnchor ? 3 : 2
  // Many folders have a `.gitignore` of their own.
  const isTelling = path.includes('/') || (isTellingName(path) && !path.startsWith('.'))
  return file.endsWith(`/${path}`) && isTelling ? 1 : 0
}
