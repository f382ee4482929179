/** A memory bank of Cline, Roo or Cursor: six files of prose in a project. */
import { basename, dirname, join } from 'node:path'
import type { MemoryKind } from '../../contract/vocabulary.ts'
import { isSkipped } from '../../core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../core/ports/memory-source.ts'
import { findFolder, firstOfFile, readTexts, type TextFile } from './folder-source.ts'
import { type MarkdownStatement, readStatements } from './markdown.ts'
import { localTime } from './statement.ts'

export const memoryBank: ForeignMemorySource = {
  name: 'memory-bank',
  displayName: 'Memory banks',
  unit: 'file',
  async discover({ folders, path }) {
    const banks = path === undefined ? folders.map((folder) => join(folder, 'memory-bank')) : [path]
    const items = await Promise.all(banks.map((bank) => findFolder(bank, isPart)))
    return items.filter((item) => item !== undefined)
  },
  async *read({ path }) {
    const cwd = basename(path) === 'memory-bank' ? dirname(path) : path
    for await (const file of readTexts(path, isPart)) {
      if (isSkipped(file)) yield file
      else yield* firstOfFile(toMemories(file, cwd))
    }
  },
}

const kindsByFile: Readonly<Record<string, MemoryKind>> = {
  projectbrief: 'fact',
  productContext: 'fact',
  techContext: 'fact',
  systemPatterns: 'procedure',
  decisionLog: 'decision',
}

const isPart = (name: string) =>
  Object.hasOwn(kindsByFile, partOf(name)) || ['activeContext', 'progress'].includes(partOf(name))

const partOf = (name: string) => name.replace(/\.md$/, '')

function* toMemories({ name, text, changedAt }: TextFile, cwd: string): Generator<ImportedMemory> {
  for (const statement of readStatements(text)) {
    const kind = kindOfStatement(statement, partOf(name))
    if (kind === undefined) continue
    const [, time, said = statement.text] =
      /^\[([\d-]+ [\d:]+)\] - ([\s\S]*)$/.exec(statement.text) ?? []
    yield {
      id: `${cwd} ${said}`,
      origin: `${name} line ${statement.line}`,
      content: said,
      kind,
      author: 'other',
      place: { kind: 'project', cwd },
      createdAt: localTime(time?.replace(' ', 'T')) ?? changedAt,
    }
  }
}

/** What is being worked on is a state, not a memory; what was decided meanwhile is one. */
function kindOfStatement({ headings }: MarkdownStatement, part: string): MemoryKind | undefined {
  const isDecision = headings.some((heading) => /recent decisions/i.test(heading))
  return kindsByFile[part] ?? (isDecision ? 'decision' : undefined)
}
