/**
 * Rule files of agents, such as CLAUDE.md. Anyone may have written a file in a repository; files in
 * the user's home are the user's.
 */

import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { JsonObject } from '../../core/model/json.ts'
import type {
  ForeignMemorySource,
  ImportedMemory,
  MemoryItem,
} from '../../core/ports/memory-source.ts'
import { fieldTexts, readFrontMatter } from '../../core/text/front-matter.ts'
import { type FoundFile, findFile, findFiles } from '../foreign-files/files.ts'
import { readSmallFile } from '../read-small-file.ts'
import { toFolderItem } from './folder-source.ts'
import { type MarkdownStatement, readLeftOut, readStatements } from './markdown.ts'
import { withoutOwnBlocks } from './own-blocks.ts'

const homeItem = 'rule files of the user'

export const ruleFiles: ForeignMemorySource = {
  name: 'rules',
  displayName: 'Rule files',
  unit: 'file',
  async discover({ userHome, folders, path }) {
    const named = path === undefined ? undefined : await findFile(path)
    if (named) return [toNamedItem(named, userHome)]
    const projects = path === undefined ? folders.filter((each) => each !== userHome) : [path]
    const items = []
    for (const folder of projects) {
      const files = await findRuleFiles(folder, false)
      if (files.length > 0) items.push(toFolderItem(resolve(folder), files))
    }
    const own = path === undefined ? await findRuleFiles(userHome, true) : []
    if (own.length > 0) items.push(toFolderItem(userHome, own, { id: homeItem }))
    return items
  },
  async *read({ id: item, path, changedAt }) {
    const isHome = item.startsWith(homeItem)
    const seen = new Set<string>()
    /** Maps the words of a rule to the file that has them. */
    const said = new Map<string, string>()
    const toMemories = function* (
      file: string,
      rules: readonly RuleStatement[],
      isLinked: boolean,
    ): Generator<ImportedMemory> {
      for (const rule of rules) {
        const words = normalise(rule.text)
        // The same words in several files are one rule.
        const known = said.get(words)
        if (known !== undefined && known !== rule.path) continue
        if (rule.isStated) said.set(words, rule.path)
        const isElsewhere = isHome && (isLinked || rule.path !== file)
        const isOnlyAudited = rule.isStated ? known && 'repeated' : 'no-memory'
        yield {
          ...toMemory(rule, isHome, path),
          ...(isOnlyAudited && { isOnlyAudited }),
          ...{ id: `${path} ${words}`, createdAt: changedAt },
          // A link or an include may lead from the user's home into a repository.
          path: isElsewhere ? rule.path : undefined,
        }
      }
    }
    for (const file of await filesOf(item, path)) {
      if (file.bytes > mostBytes) yield { skipped: `${basename(file.path)}, which is over 1 MB` }
      const isLinked = !(await isAtRealPath(file.path, path))
      const rules = await readRules(path, file.path, seen)
      yield* toMemories(file.path, rules, isLinked)
    }
  },
}

/** Reads one file that the user names. */
function toNamedItem(file: FoundFile, userHome: string): MemoryItem {
  const name = relative(userHome, file.path).replaceAll('\\', '/')
  const isHome = inHome.some((each) => name === each || name.startsWith(`${each}/`))
  return isHome
    ? toFolderItem(userHome, [file], { id: `${homeItem}: ${file.path}` })
    : toFolderItem(dirname(file.path), [file], { id: file.path })
}

async function filesOf(item: string, folder: string): Promise<FoundFile[]> {
  const isHome = item.startsWith(homeItem)
  const named = isHome ? item.slice(`${homeItem}: `.length) : item
  const file = named === folder ? undefined : await findFile(named)
  return file ? [file] : findRuleFiles(folder, isHome)
}

const normalise = (text: string) =>
  text.toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')

function toMemory(
  { text, file, path: source, line, headings, fields }: RuleStatement,
  isHome: boolean,
  cwd: string,
): Omit<ImportedMemory, 'id'> {
  const applies = appliesTo(fields)
  // Gemini writes what it was asked to remember under this heading.
  const isRemembered = headings.includes('Gemini Added Memories')
  const isByUser = isHome && !isRemembered
  return {
    origin: `${file} line ${line}`,
    file: source,
    line,
    content: applies.kind === 'to-files' ? `${text} (for ${applies.globs})` : text,
    kind: isRemembered ? 'fact' : isHome || applies.kind !== 'always' ? 'preference' : 'rule',
    author: isByUser ? 'user' : 'other',
    place: isHome ? { kind: 'global' } : { kind: 'project', cwd },
    keywords: headings.slice(-1),
  }
}

interface RuleStatement extends MarkdownStatement {
  /** Relative to the folder, with slashes. */
  readonly file: string
  readonly path: string
  readonly fields: JsonObject
  /** Otherwise it is what no statement has. */
  readonly isStated: boolean
}

const mostBytes = 1024 * 1024
const mostIncludes = 5

/**
 * Reads the rules of a file and of the files it includes.
 * @param seen files already read: each is read once
 */
async function readRules(
  folder: string,
  path: string,
  seen: Set<string>,
  depth = 0,
): Promise<RuleStatement[]> {
  if (seen.has(path) || depth > mostIncludes) return []
  seen.add(path)
  const content = await readSmallFile(path, { mostBytes })
  if (!content) return []
  const text = content.toString('utf8')
  const { fields, body, bodyLine } = readFrontMatter(withoutOwnBlocks(text))
  const file = relative(folder, path).replaceAll('\\', '/')
  const rules: RuleStatement[] = []
  const statements = readStatements(body, bodyLine)
  for (const statement of statements) {
    for (const included of includedBy(statement.text, path)) {
      // A repository must not expose its user's files.
      if (!(await isInFolder(included, folder))) continue
      for (const rule of await readRules(folder, included, seen, depth + 1)) rules.push(rule)
    }
    if (!/^@\S+$/.test(statement.text)) {
      rules.push({ ...statement, file, path, fields, isStated: true })
    }
  }
  const stated = statements.map((each) => each.text)
  for (const left of readLeftOut(text, stated)) {
    rules.push({ ...left, headings: [], isBullet: false, file, path, fields, isStated: false })
  }
  return rules
}

/** `@path`, relative to the including file, except in code. */
function includedBy(text: string, path: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
  const names = [...prose.matchAll(/(?:^|\s)@([\w./-]+\.md)\b/g)].map(([, name = '']) => name)
  return names.map((name) => resolve(dirname(path), name))
}

const inProject = [
  ...['AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'],
  ...['.claude/rules', 'GEMINI.md', 'QWEN.md', '.cursor/rules', '.cursorrules'],
  ...['.github/copilot-instructions.md', '.github/instructions', '.clinerules', '.roo/rules'],
  ...['.windsurfrules', '.windsurf/rules', '.continue/rules', '.kiro/steering'],
]

const inHome = [
  ...['.claude/CLAUDE.md', '.claude/rules', '.codex/AGENTS.md', '.gemini/GEMINI.md'],
  ...['.qwen/QWEN.md', '.kiro/steering', '.config/opencode/AGENTS.md'],
]

/** Skips everything outside the folder, even behind a link. */
async function findRuleFiles(folder: string, isHome: boolean): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const name of isHome ? inHome : inProject) {
    const path = join(folder, name)
    const file = await findFile(path)
    const files = file ? [file] : await findFiles(path, isForeignRule)
    for (const each of files) if (await isInFolder(each.path, folder)) found.push(each)
  }
  return found
}

/** `setup` writes files with this name for agents that read a folder of rules. */
const isForeignRule = (path: string) =>
  /\.mdc?$/.test(path) && !/^throughline\.mdc?$/.test(basename(path))

async function isInFolder(path: string, folder: string): Promise<boolean> {
  const [file, root] = await Promise.all(
    [path, folder].map((each) => realpath(each).catch(() => '')),
  )
  return root !== '' && file?.startsWith(root + sep) === true
}

async function isAtRealPath(path: string, folder: string): Promise<boolean> {
  const [file, root = ''] = await Promise.all(
    [path, folder].map((each) => realpath(each).catch(() => '')),
  )
  return file === join(root, relative(folder, path))
}

/** When the rules of a file apply. */
type Applies =
  | { readonly kind: 'always' }
  | { readonly kind: 'to-files'; readonly globs: string }
  | { readonly kind: 'on-request' }

/** Cursor writes several globs as a single text that is not valid YAML. */
function appliesTo(fields: JsonObject): Applies {
  const globs = [fields.globs, fields.applyTo, fields.paths, fields.fileMatchPattern]
    .flatMap(fieldTexts)
    .filter((glob) => glob !== '**')
  if (fields.alwaysApply === true || fields.inclusion === 'always') return { kind: 'always' }
  if (globs.length > 0) return { kind: 'to-files', globs: globs.join(', ') }
  const isAsked = fields.alwaysApply === false || fields.inclusion === 'manual'
  return isAsked ? { kind: 'on-request' } : { kind: 'always' }
}
