/**
 * The checks that a memory's own words give. It may be generous with what is named, since nothing
 * counts that never held; not with what a sentence says of a change, which may come true.
 */
import { filesNamedBy } from '../context/file/file-triggers.ts'
import { patternsOf, type ToolPattern } from '../context/guards/tool-patterns.ts'
import { checkName, isAboutFile, type MemoryCheck } from '../model/check.ts'
import { isRuling, type Memory } from '../model/memory.ts'

const mostChecks = 12

export function checksIn({
  content,
  files,
  kind,
}: Pick<Memory, 'content' | 'files' | 'kind'>): MemoryCheck[] {
  const sentences = content.split(/(?<=[.!?;])\s+|\n/).filter((each) => !speaksOfChange(each))
  const patterns = sentences.flatMap((each) => patternsOf({ content: each, files: [] }))
  const named = patterns.flatMap((each) => pathOf(each))
  const stated = named.filter((path) => path.includes('/'))
  // A bare name says which file is meant, not where it is.
  const anchors = filesNamedBy({ content: '', files }).map(({ path }) => path)
  const about = [...anchors, ...named.filter((path) => !path.includes('/'))]
  const checks = [
    ...stated.flatMap((path) => fileCheck(path)),
    ...patterns.flatMap((each) => scriptOf(each)),
    ...sentences.flatMap((each) => [...textsIn(each), ...ignoredIn(each), ...versionsIn(each)]),
    ...about.flatMap((path) => fileCheck(path).map(() => ({ kind: 'unchanged' as const, path }))),
  ]
  // «Plans go to docs/plans/» is true without the folder.
  const telling = isRuling({ kind }) ? checks.filter((each) => !isAboutFile(each)) : checks
  return [...new Map(telling.map((each) => [checkName(each), each])).values()].slice(0, mostChecks)
}

/** What it names may be meant to come, or to go. */
const changing =
  /\b(?:creat\w+|generat\w+|add(?:s|ed|ing)?|new|writ(?:e|es|ten|ing)|output\w*|build\w*|produc\w+|emit\w*|never|not|no longer|don['’]t|remov\w+|delet\w+|drop(?:s|ped|ping)?|renam\w+|mov(?:e[sd]?|ing)|replac\w+|migrat\w+|instead|rather than|used to|formerly|previously|was|were|until|temporar\w+|obsolete|deprecated|legacy|fail(?:s|ed|ing|ure)?|broken?|crash\w*|for example|e\.g\.|such as|like)\b/i

/** `npm run build` builds nothing anew. */
const code = /`[^`]*`|\brun [\w:-]+/g

export const speaksOfChange = (text: string) => changing.test(text.replace(code, ' '))

const pathOf = (pattern: ToolPattern) =>
  pattern.tool === 'path' && pattern.stance !== 'unwanted' ? [pattern.path] : []

/** What git ignores in most projects: it is missing in a new clone or work tree, and says nothing. */
const local =
  /^(?:\.env(?:\..*)?|\.?venv|env|node_modules|vendor|dist|build|out|target|coverage|te?mp|logs?|cache|\.(?:cache|data|git|next|turbo|worktrees)|.*\.(?:log|pid|lock|sqlite3?|db))$/i

function fileCheck(path: string): MemoryCheck[] {
  const parts = path.split('/')
  const isInside = !/^(?:[a-z]:|~|\/)/i.test(path) && !parts.includes('..')
  const isShared = isInside && !parts.some((part) => local.test(part))
  return isShared && !/[*<>{}$]/.test(path) ? [{ kind: 'file', path }] : []
}

const managers: readonly string[] = ['npm', 'pnpm', 'yarn', 'bun']
/** Then the script is another package's. */
const elsewhere = /^(?:-C|-w|-F|--(?:workspace|filter|prefix|cwd|dir)(?:=.*)?|workspace|--)$/

function scriptOf(pattern: ToolPattern): MemoryCheck[] {
  if (pattern.tool !== 'command' || pattern.stance === 'unwanted') return []
  const [program = '', ...rest] = pattern.words
  const at = rest.indexOf('run')
  if (!managers.includes(program) || at < 0) return []
  if (rest.slice(0, at).some((word) => elsewhere.test(word))) return []
  const [name = '', ...given] = rest.slice(at + 1).filter((word) => !/^-\w$|^--silent$/.test(word))
  const isName = /^[a-z][\w:./@-]*$/i.test(name) && !/\.[cm]?[jt]sx?$/.test(name)
  return isName && !given.some((word) => elsewhere.test(word) && word !== '--')
    ? [{ kind: 'script', name }]
    : []
}

const file = String.raw`\x60?(?<path>(?:[\w@.-]+\/)*[\w@.-]+\.\w{1,10})\x60?`
const name = String.raw`\x60(?<text>[A-Za-z_$][\w$.-]{2,59})(?:\(\))?\x60`
const isPlaced = new RegExp(
  `${name} (?:(?:is|are|lives?|set|defined|declared|exported|configured|implemented|registered|listed|kept) )*in ${file}`,
  'g',
)
const hasIt = new RegExp(
  `${file} (?:has|sets|defines|declares|exports|contains|lists|registers) (?:the |a |an )?${name}`,
  'g',
)

function textsIn(sentence: string): MemoryCheck[] {
  const found = [...sentence.matchAll(isPlaced), ...sentence.matchAll(hasIt)]
  return found.flatMap(({ groups: { path = '', text = '' } = {} }) =>
    fileCheck(path).map(() => ({ kind: 'text', path, text })),
  )
}

const ignored =
  /`?(?<path>[\w@.-]+(?:\/[\w@.-]+)*\/?)`? (?:folder |directory |file )?(?:is|are) (?:git-?ignored|ignored by git|(?:listed )?in (?:the )?`?\.gitignore)/gi

const ignoredIn = (sentence: string) =>
  [...sentence.matchAll(ignored)].flatMap(({ groups: { path = '' } = {} }) =>
    path.length > 1 ? [{ kind: 'ignored' as const, path }] : [],
  )

const leastVersion =
  /(?<![\w/-])(?<name>@?[a-z][\w./-]*[a-z])`?(?: version)?(?: ?(?:>=|≥) ?| (?:at least )?)v?(?<least>\d{1,3})(?:\.[\dx]+)*(?![\w.-])(?<open> or (?:newer|later|higher|above)|\+)?/gi

/** «needs React 18», «Node >= 20», «vite 5 or newer»: not «step 3». */
function versionsIn(sentence: string): MemoryCheck[] {
  return [...sentence.matchAll(leastVersion)].flatMap(({ 0: whole, index, groups = {} }) => {
    const before = sentence.slice(0, index)
    const isLeast =
      groups.open !== undefined ||
      />=|≥|at least/.test(whole) ||
      /\b(?:needs?|requires?)(?: at least)? $/i.test(before)
    const name = groups.name?.toLowerCase().replace(/^node(?:\.?js)$/, 'node')
    return isLeast && name ? [{ kind: 'version', name, least: Number(groups.least) }] : []
  })
}
