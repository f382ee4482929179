/** The daily logs and knowledge base that claude-memory-compiler keeps in a project. */
import { join } from 'node:path'
import type { MemoryKind } from '../../contract/vocabulary.ts'
import type { ImportedMemory } from '../../core/ports/memory-source.ts'
import { fieldText, fieldTexts, readFrontMatter } from '../../core/text/front-matter.ts'
import { findFile } from '../foreign-files/files.ts'
import { createFolderSource, type TextFile } from './folder-source.ts'
import { readStatements } from './markdown.ts'
import { localTime } from './statement.ts'

export const claudeMemoryCompiler = createFolderSource({
  name: 'claude-memory-compiler',
  displayName: 'claude-memory-compiler',
  unit: 'document',
  async folders({ folders, path }) {
    const found = []
    for (const folder of path === undefined ? folders : [path]) {
      if (await findFile(join(folder, 'knowledge', 'index.md'))) found.push({ path: folder })
    }
    return found
  },
  // The knowledge base's index and log are derived.
  isWanted: (name) =>
    /^(?:daily\/\d{4}-\d\d-\d\d|knowledge\/(?:concepts|connections|qa)\/.+)\.md$/.test(name),
  memories: (file, { path }) =>
    file.name.startsWith('daily/') ? readDay(file, path) : readArticle(file, path),
})

const kindsByLabel: Readonly<Record<string, MemoryKind>> = {
  'Decisions Made': 'decision',
  'Lessons Learned': 'fix',
}

const label = /^\*\*(.+?):\*\*/
const session = /^Session \((\d\d:\d\d)\)/

/** Takes only decisions and lessons as memories. Times are local. */
function* readDay({ name, text, changedAt }: TextFile, cwd: string): Generator<ImportedMemory> {
  const day = /\d{4}-\d\d-\d\d/.exec(name)?.[0]
  let kind: MemoryKind | undefined
  for (const { text: said, isBullet, headings, line } of readStatements(text)) {
    const found = isBullet ? undefined : label.exec(said)?.[1]
    if (found !== undefined) kind = kindsByLabel[found]
    if (!isBullet || kind === undefined) continue
    const time = headings.flatMap((each) => session.exec(each)?.[1] ?? []).at(-1)
    yield {
      id: `${name} ${said}`,
      origin: `${name} line ${line}`,
      content: said,
      kind,
      author: 'other',
      place: { kind: 'project', cwd },
      createdAt: localTime(time === undefined ? day : `${day}T${time}:00`) ?? changedAt,
    }
  }
}

/** Takes the first paragraph and the key points. */
function* readArticle({ name, text, changedAt }: TextFile, cwd: string): Generator<ImportedMemory> {
  const { fields, body, bodyLine } = readFrontMatter(text)
  const statements = readStatements(body, bodyLine)
  const points = statements.filter(({ headings }) => headings.includes('Key Points'))
  for (const { text: said, line } of new Set([...statements.slice(0, 1), ...points])) {
    yield {
      id: `${name} ${said}`,
      origin: `${name} line ${line}`,
      content: said,
      kind: 'fact',
      author: 'other',
      place: { kind: 'project', cwd },
      tags: fieldTexts(fields.tags),
      keywords: [...fieldTexts(fields.title), ...fieldTexts(fields.aliases)],
      createdAt: localTime(fieldText(fields.created)) ?? changedAt,
      updatedAt: localTime(fieldText(fields.updated)) ?? changedAt,
    }
  }
}
