/** Where agents look for rules, and when a file of rules applies. */
import { realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { JsonObject } from '../../../core/model/json.ts'
import { fieldTexts } from '../../../core/text/front-matter.ts'
import { type FoundFile, findFile, findFiles } from '../../foreign-files/files.ts'

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

/** What lies outside of the folder is left out, wherever a link leads. */
export async function findRuleFiles(folder: string, isHome: boolean): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const name of isHome ? inHome : inProject) {
    const path = join(folder, name)
    const file = await findFile(path)
    const files = file ? [file] : await findFiles(path, isForeignRule)
    for (const each of files) if (await liesWithin(each.path, folder)) found.push(each)
  }
  return found
}

/** `setup` writes files of this name for agents that read a folder of rules. */
const isForeignRule = (path: string) =>
  /\.mdc?$/.test(path) && !/^throughline\.mdc?$/.test(basename(path))

export async function liesWithin(path: string, folder: string): Promise<boolean> {
  const [file, root] = await Promise.all(
    [path, folder].map((each) => realpath(each).catch(() => '')),
  )
  return root !== '' && file?.startsWith(root + sep) === true
}

/** Whether no link leads from the folder to the file. */
export async function liesAt(path: string, folder: string): Promise<boolean> {
  const [file, root = ''] = await Promise.all(
    [path, folder].map((each) => realpath(each).catch(() => '')),
  )
  return file === join(root, relative(folder, path))
}

/** When the rules of a file apply. */
export type Applies =
  | { readonly kind: 'always' }
  | { readonly kind: 'to-files'; readonly globs: string }
  | { readonly kind: 'on-request' }

/** Cursor writes several globs as one text that is not valid YAML. */
export function appliesTo(fields: JsonObject): Applies {
  const globs = [fields.globs, fields.applyTo, fields.paths, fields.fileMatchPattern]
    .flatMap(fieldTexts)
    .filter((glob) => glob !== '**')
  if (fields.alwaysApply === true || fields.inclusion === 'always') return { kind: 'always' }
  if (globs.length > 0) return { kind: 'to-files', globs: globs.join(', ') }
  const isAsked = fields.alwaysApply === false || fields.inclusion === 'manual'
  return isAsked ? { kind: 'on-request' } : { kind: 'always' }
}
