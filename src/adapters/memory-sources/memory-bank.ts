/** A memory bank of Cline, Roo or Cursor: six text files in a project. */
import { basename, dirname, join } from 'node:path'
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { ImportedMemory, MemoryItem } from '../../core/ports/memory-source.ts'
import { createFolderSource, type TextFile } from './folder-source.ts'
import { type MarkdownStatement, readStatements } from './markdown.ts'
import { localTime } from './statement.ts'

export const memoryBank = createFolderSource({
  name: 'memory-bank',
  displayName: 'Memory banks',
  unit: 'file',
  folders: ({ folders, path }) =>
    path === undefined
      ? folders.map((folder) => ({ path: join(folder, 'memory-bank') }))
      : [{ path }],
  isWanted: isPart,
  memories: toMemories,
})

const kindsByFile: Readonly<Record<string, MemoryKind>> = {
  projectbrief: 'fact',
  productContext: 'fact',
  techContext: 'fact',
  systemPatterns: 'procedure',
  decisionLog: 'decision',
}

function isPart(name: string): boolean {
  const part = partOf(name)
  return Object.hasOwn(kindsByFile, part) || ['activeContext', 'progress'].includes(part)
}

const partOf = (name: string) => name.replace(/\.md$/, '')

function* toMemories(
  { name, text, changedAt }: TextFile,
  { path }: MemoryItem,
): Generator<ImportedMemory> {
  const cwd = basename(path) === 'memory-bank' ? dirname(path) : path
  for (const statement of readStatements(text)) {
    const kind = kindOfStatement(statement, partOf(name))
    if (kind === undefined) continue
    const [, time, said = statement.text] =
      /^\[([\d-]+ [\d:]+)\] - ([\s\S]*)$/.exec(statement.text) ?? []
    yield {
      id: `${cwd} ${said}`,
      origin: `${name} line ${statement.line}`,
      line: statement.line,
      content: said,
      kind,
      author: 'other',
      place: { kind: 'project', cwd },
      createdAt: localTime(time?.replace(' ', 'T')) ?? changedAt,
    }
  }
}

/** Current work is not a memory, but decisions made during it are. */
function kindOfStatement({ headings }: MarkdownStatement, part: string): MemoryKind | undefined {
  const isDecision = headings.some((heading) => /recent decisions/i.test(heading))
  return kindsByFile[part] ?? (isDecision ? 'decision' : undefined)
}
