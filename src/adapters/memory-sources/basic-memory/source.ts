/** Notes of basic-memory: Markdown files, of which its database is only an index. */
import { join } from 'node:path'
import { objectOf } from '../../../core/model/json-values.ts'
import { isSkipped } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource } from '../../../core/ports/memory-source.ts'
import { readSmallJson } from '../../foreign-files/files.ts'
import { findFolder, firstOfFile, readTexts } from '../shared/folder-item.ts'
import { firstText } from '../shared/statement.ts'
import { type Note, readNote, toMemories } from './note.ts'

export const basicMemory: ForeignMemorySource = {
  name: 'basic-memory',
  displayName: 'basic-memory',
  unit: 'note',
  async discover({ userHome, path }) {
    const folders = path === undefined ? await configuredFolders(userHome) : [path]
    const items = await Promise.all(folders.map((folder) => findFolder(folder, isNote)))
    return items.filter((item) => item !== undefined)
  },
  async *read({ path }) {
    const notes: Note[] = []
    for await (const file of readTexts(path, isNote)) {
      if (isSkipped(file)) yield file
      else notes.push(readNote(file))
    }
    const superseded = new Set(notes.flatMap((note) => note.supersedes))
    for (const note of notes) {
      const isSuperseded = superseded.has(note.title) || superseded.has(note.permalink)
      yield* firstOfFile(toMemories(note, isSuperseded))
    }
  },
}

const isNote = (name: string) => !/(?:^|\/)\./.test(name)

async function configuredFolders(userHome: string): Promise<string[]> {
  const config = objectOf(await readSmallJson(join(userHome, '.basic-memory', 'config.json')))
  const listed = Object.values(objectOf(config.projects)).map((project) =>
    typeof project === 'string' ? project : firstText(objectOf(project), 'path'),
  )
  const folders = [join(userHome, 'basic-memory'), ...listed].filter((path) => path !== undefined)
  return [...new Set(folders.map((path) => path.replace(/^~(?=\/)/, userHome)))]
}
