/** Notes of basic-memory: Markdown files; its database only indexes them. */
import { join } from 'node:path'
import { objectOf } from '../../core/model/json.ts'
import { isSkipped } from '../../core/ports/history-source.ts'
import type { ImportedMemory } from '../../core/ports/memory-source.ts'
import { fieldText, fieldTexts, readFrontMatter } from '../../core/text/front-matter.ts'
import { readSmallJson } from '../foreign-files/files.ts'
import { createFolderSource, inFile, type TextFile } from './folder-source.ts'
import { firstText, kindOf, localTime } from './statement.ts'

export const basicMemory = createFolderSource({
  name: 'basic-memory',
  displayName: 'basic-memory',
  unit: 'note',
  folders: async ({ userHome, path }) =>
    (path === undefined ? await configuredFolders(userHome) : [path]).map((each) => ({
      path: each,
    })),
  isWanted: (name) => !/(?:^|\/)\./.test(name),
  async *readAll(files) {
    const notes: Note[] = []
    for await (const file of files) {
      if (isSkipped(file)) yield file
      else notes.push(readNote(file))
    }
    const superseded = new Set(notes.flatMap((note) => note.supersedes))
    for (const note of notes) {
      const isSuperseded = superseded.has(note.title) || superseded.has(note.permalink)
      yield* inFile(note.path, toMemories(note, isSuperseded))
    }
  },
})

async function configuredFolders(userHome: string): Promise<string[]> {
  const config = objectOf(await readSmallJson(join(userHome, '.basic-memory', 'config.json')))
  const listed = Object.values(objectOf(config.projects)).map((project) =>
    typeof project === 'string' ? project : firstText(objectOf(project), 'path'),
  )
  const folders = [join(userHome, 'basic-memory'), ...listed].filter((path) => path !== undefined)
  return [...new Set(folders.map((path) => path.replace(/^~(?=\/)/, userHome)))]
}

/** Observations `- [category] text #tag (context)`, relations `- type [[Target]]`, or plain text. */
interface Note {
  readonly path: string
  readonly title: string
  readonly permalink: string
  readonly observations: readonly { readonly category: string; readonly text: string }[]
  readonly body: string
  readonly type: string | undefined
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly supersedes: readonly string[]
}

const observation = /^\s*-\s+\[([^\][]+)\]\s+(.+)$/gm
const relation = /^\s*-\s+(\w+)\s+\[\[([^\]|]+)/gm

function readNote({ path, name, text, changedAt }: TextFile): Note {
  const { fields, body } = readFrontMatter(text)
  const fromName = name.replace(/\.md$/, '')
  const relations = [...body.matchAll(relation)]
  return {
    path,
    title: fieldText(fields.title) ?? fromName.split('/').at(-1) ?? fromName,
    permalink: fieldText(fields.permalink) ?? fromName,
    observations: [...body.matchAll(observation)]
      // `- [ ]` and `- [x]` are tasks.
      .filter(([, category = '']) => !/^\s*x?\s*$/i.test(category))
      .map(([, category = '', said = '']) => ({ category, text: said.trim() })),
    body: body.replace(/^#\s+.*\n/, '').trim(),
    type: fieldText(fields.type),
    tags: fieldTexts(fields.tags),
    createdAt: localTime(fieldText(fields.created)) ?? changedAt,
    updatedAt: localTime(fieldText(fields.modified)) ?? changedAt,
    supersedes: relations
      .filter(([, type]) => type === 'supersedes')
      .map(([, , target = '']) => target.trim()),
  }
}

function* toMemories(note: Note, isSuperseded: boolean): Generator<ImportedMemory> {
  const { title, permalink, observations, body, type, tags, createdAt, updatedAt } = note
  const common = {
    author: 'other',
    place: { kind: 'unknown' },
    origin: permalink,
    createdAt,
    updatedAt,
    isSuperseded,
  } as const
  for (const { category, text } of observations) {
    const own = [...text.matchAll(/(?:^|\s)#([\w/-]+)/g)].map(([, tag = '']) => tag)
    const content = text.replaceAll(/\s+#[\w/-]+/g, '').trim()
    yield {
      ...common,
      id: `${permalink} ${content}`,
      content,
      kind: kindOf(category),
      tags: [...tags, ...own],
      keywords: [title],
    }
  }
  if (observations.length > 0 || body === '') return
  yield { ...common, id: permalink, content: body, kind: kindOf(type), tags, keywords: [title] }
}
