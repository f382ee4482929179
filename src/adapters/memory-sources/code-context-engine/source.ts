/** What code-context-engine keeps of each project. */
import { basename, dirname, join } from 'node:path'
import { timeOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../../core/ports/memory-source.ts'
import { findFiles } from '../../foreign-files/files.ts'
import { countRows, type ForeignRecord, readTables } from '../../foreign-files/foreign-database.ts'
import { skipAll, summaryOfSession } from '../shared/json-source.ts'
import { locate, toDatabaseItem } from '../shared/locate.ts'
import { firstText } from '../shared/statement.ts'

export const codeContextEngine: ForeignMemorySource = {
  name: 'code-context-engine',
  displayName: 'code-context-engine',
  unit: 'decision',
  async discover({ userHome, path }) {
    const isStore = (name: string) => name === 'memory.db'
    const projects = join(userHome, '.cce', 'projects')
    const usual = await findFiles(projects, (each) => isStore(basename(each)), 1)
    const files = await locate(
      path,
      usual.map((file) => file.path),
      isStore,
    )
    return files.map((file) =>
      toDatabaseItem(file, countRows(file.path, 'decisions', 'code_areas')),
    )
  },
  read({ path }) {
    const name = basename(dirname(path))
    return readTables(path, ['decisions', 'code_areas'], function* ({ each, count }) {
      for (const row of each('decisions')) yield readDecision(row, name)
      for (const row of each('code_areas')) yield readArea(row, name)
      yield* skipAll(count('turn_summaries'), summaryOfSession)
    })
  },
}

/** Its texts are shortened by machine, articles dropped; they are marked and left as they are. */
const common = (row: ForeignRecord, name: string) =>
  ({
    author: 'other',
    place: { kind: 'project', name },
    tags: ['shortened'],
    createdAt: timeOf(row.created_at_epoch),
    session: firstText(row, 'session_id'),
  }) as const

function readDecision(row: ForeignRecord, name: string): ImportedMemory | SkippedPart {
  const [decision, reason] = [firstText(row, 'decision'), firstText(row, 'reason')]
  if (decision === undefined) return { skipped: 'empty decision' }
  return {
    ...common(row, name),
    id: `${name} decision ${row.id} ${row.created_at_epoch}`,
    origin: `decision ${row.id} of ${name}`,
    content: reason === undefined ? decision : `${decision}. Why: ${reason}`,
    kind: 'decision',
  }
}

function readArea(row: ForeignRecord, name: string): ImportedMemory | SkippedPart {
  const [file, description] = [firstText(row, 'file_path'), firstText(row, 'description')]
  if (file === undefined || description === undefined) return { skipped: 'empty description' }
  return {
    ...common(row, name),
    id: `${name} area ${row.id} ${row.created_at_epoch}`,
    origin: `code area ${row.id} of ${name}`,
    content: `${file}: ${description}`,
    kind: 'fact',
    files: [file],
  }
}
