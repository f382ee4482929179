/** The daily logs and the knowledge base that claude-memory-compiler keeps in a project. */
import { join } from 'node:path'
import { isSkipped } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource } from '../../../core/ports/memory-source.ts'
import { findFile } from '../../foreign-files/files.ts'
import { findFolder, firstOfFile, readTexts } from '../shared/folder-item.ts'
import { readArticle, readDay } from './documents.ts'

export const claudeMemoryCompiler: ForeignMemorySource = {
  name: 'claude-memory-compiler',
  displayName: 'claude-memory-compiler',
  unit: 'document',
  async discover({ folders, path }) {
    const items = []
    for (const folder of path === undefined ? folders : [path]) {
      if (!(await findFile(join(folder, 'knowledge', 'index.md')))) continue
      items.push(await findFolder(folder, isDocument))
    }
    return items.filter((item) => item !== undefined)
  },
  async *read({ path }) {
    for await (const file of readTexts(path, isDocument)) {
      if (isSkipped(file)) yield file
      else {
        const isDay = file.name.startsWith('daily/')
        yield* firstOfFile(isDay ? readDay(file, path) : readArticle(file, path))
      }
    }
  },
}

/** The index and the log of the knowledge base are derived. */
const isDocument = (name: string) =>
  /^(?:daily\/\d{4}-\d\d-\d\d|knowledge\/(?:concepts|connections|qa)\/.+)\.md$/.test(name)
