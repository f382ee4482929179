/** Reads the rules of a file and of the files it includes. */
import { dirname, relative, resolve } from 'node:path'
import type { JsonObject } from '../../../core/model/json.ts'
import { readFrontMatter } from '../../../core/text/front-matter.ts'
import { blanked } from '../../foreign-files/spans.ts'
import { readSmallFile } from '../../read-small-file.ts'
import { type MarkdownStatement, readStatements } from '../shared/markdown.ts'
import { liesWithin } from './rule-files.ts'

export interface RuleStatement extends MarkdownStatement {
  /** Below the folder, with slashes. */
  readonly file: string
  readonly path: string
  readonly fields: JsonObject
}

const mostBytes = 1024 * 1024
const mostIncludes = 5

/** @param seen files that were read before: each is read once */
export async function readRules(
  folder: string,
  path: string,
  seen: Set<string>,
  depth = 0,
): Promise<RuleStatement[]> {
  if (seen.has(path) || depth > mostIncludes) return []
  seen.add(path)
  const content = await readSmallFile(path, { mostBytes })
  if (!content) return []
  const { fields, body, bodyLine } = readFrontMatter(withoutOwnBlocks(content.toString('utf8')))
  const file = relative(folder, path).replaceAll('\\', '/')
  const rules: RuleStatement[] = []
  for (const statement of readStatements(body, bodyLine)) {
    for (const included of includedBy(statement.text, path)) {
      // A repository must not show files of its user.
      if (!(await liesWithin(included, folder))) continue
      for (const rule of await readRules(folder, included, seen, depth + 1)) rules.push(rule)
    }
    if (!/^@\S+$/.test(statement.text)) rules.push({ ...statement, file, path, fields })
  }
  return rules
}

/** `@path`, relative to the including file, except in code. */
function includedBy(text: string, path: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
  const names = [...prose.matchAll(/(?:^|\s)@([\w./-]+\.md)\b/g)].map(([, name = '']) => name)
  return names.map((name) => resolve(dirname(path), name))
}

const ownMark = /<!--\s*throughline:([a-z0-9-]+):(begin|end)\s*-->/g

/** Each from its beginning to the next end of the same name. */
function withoutOwnBlocks(text: string): string {
  const marks = [...text.matchAll(ownMark)]
  const lastEnds = new Map(
    marks.filter(([, , mark]) => mark === 'end').map((mark) => [mark[1], mark.index]),
  )
  const parts: string[] = []
  let from = 0
  let open: RegExpExecArray | undefined
  for (const mark of marks) {
    const [whole, name, kind] = mark
    if (!open && kind === 'begin' && (lastEnds.get(name) ?? -1) > mark.index) open = mark
    if (!open || kind === 'begin' || name !== open[1]) continue
    const end = mark.index + whole.length
    parts.push(text.slice(from, open.index), blanked(text.slice(open.index, end)))
    from = end
    open = undefined
  }
  return parts.join('') + text.slice(from)
}
