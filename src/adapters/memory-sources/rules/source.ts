/**
 * Rule files of agents, such as CLAUDE.md. What lies in a repository may be anybody's words; what lies
 * in the user's home is the user's.
 */
import { resolve } from 'node:path'
import type { ForeignMemorySource, ImportedMemory } from '../../../core/ports/memory-source.ts'
import { firstOfFile, toFolderItem } from '../shared/folder-item.ts'
import { type RuleStatement, readRules } from './read-rules.ts'
import { appliesTo, findRuleFiles, liesAt } from './rule-files.ts'

const homeItem = 'rule files of the user'

export const ruleFiles: ForeignMemorySource = {
  name: 'rules',
  displayName: 'Rule files',
  unit: 'file',
  async discover({ userHome, folders, path }) {
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
    const isHome = item === homeItem
    const seen = new Set<string>()
    const said = new Set<string>()
    const toMemories = function* (
      file: string,
      rules: readonly RuleStatement[],
      isLinked: boolean,
    ): Generator<ImportedMemory> {
      for (const rule of rules) {
        const words = normalise(rule.text)
        // The same words in several files are one rule.
        if (said.has(words)) continue
        said.add(words)
        const isElsewhere = isHome && (isLinked || rule.path !== file)
        yield {
          ...toMemory(rule, isHome, path),
          ...{ id: `${path} ${words}`, createdAt: changedAt },
          // A link or an include may lead from the home into a repository.
          path: isElsewhere ? rule.path : undefined,
        }
      }
    }
    for (const file of await findRuleFiles(path, isHome)) {
      const isLinked = !(await liesAt(file.path, path))
      const rules = await readRules(path, file.path, seen)
      yield* firstOfFile(toMemories(file.path, rules, isLinked))
    }
  },
}

const normalise = (text: string) =>
  text.toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')

function toMemory(
  { text, file, line, headings, fields }: RuleStatement,
  isHome: boolean,
  cwd: string,
): Omit<ImportedMemory, 'id'> {
  const applies = appliesTo(fields)
  // Gemini writes there what it was told to remember.
  const isRemembered = headings.includes('Gemini Added Memories')
  const isByUser = isHome && !isRemembered
  return {
    origin: `${file} line ${line}`,
    content: applies.kind === 'to-files' ? `${text} (for ${applies.globs})` : text,
    kind: isRemembered ? 'fact' : isHome || applies.kind !== 'always' ? 'preference' : 'rule',
    author: isByUser ? 'user' : 'other',
    place: isHome ? { kind: 'global' } : { kind: 'project', cwd },
    keywords: headings.slice(-1),
  }
}
