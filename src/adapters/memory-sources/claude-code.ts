/** Claude Code's own memory: one file per memory, and an index. */

import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { claudeMemoryName } from '../../contract/vocabulary.ts'
import { objectOf, timeOf } from '../../core/model/json.ts'
import type { ForeignPlace, ImportedMemory, MemoryItem } from '../../core/ports/memory-source.ts'
import { fieldText, readFrontMatter } from '../../core/text/front-matter.ts'
import { claudeFolder, claudeNameOf } from '../claude-memory.ts'
import { createFolderSource, type TextFile } from './folder-source.ts'
import { readStatements } from './markdown.ts'
import { kindOf } from './statement.ts'

export const claudeCodeMemory = createFolderSource({
  name: claudeMemoryName,
  displayName: "Claude Code's memory",
  unit: 'file',
  async folders({ userHome, env, folders, path, repositoryFolderOf }) {
    // Accepts the folder of a single project.
    if (path !== undefined && basename(path) === 'memory') return [{ path }]
    const root = path ?? claudeFolder({ userHome, env })
    const projects = join(root, 'projects')
    const slugs = await readdir(projects).catch(() => [])
    if (slugs.length === 0) return []
    const shared = await Promise.all(folders.map(async (folder) => repositoryFolderOf?.(folder)))
    const projectOf = (slug: string) => {
      const isNamed = (folder?: string) => folder !== undefined && claudeNameOf(folder) === slug
      return folders.find(isNamed) ?? folders[shared.findIndex(isNamed)]
    }
    return slugs.map((slug) => ({ path: join(projects, slug, 'memory'), project: projectOf(slug) }))
  },
  isWanted: () => true,
  memories: (file, folder) => toMemories(file, placeOf(folder)),
  placeOf,
})

function placeOf({ path, project }: MemoryItem): ForeignPlace {
  return { kind: 'project', cwd: project, name: project ?? slugIn(path) }
}

const slugIn = (path: string) => path.split(/[\\/]/).at(-2) ?? path

function* toMemories(file: TextFile, place: ForeignPlace): Generator<ImportedMemory> {
  if (file.name === 'MEMORY.md') return yield* readIndex(file, place)
  const { fields, body, bodyLine } = readFrontMatter(file.text)
  const metadata = objectOf(fields.metadata)
  const content = body.trim() || fieldText(fields.description)
  if (content === undefined) return
  const modified = timeOf(metadata.modified) ?? file.changedAt
  yield {
    id: `${slugIn(file.path)} ${file.name}`,
    origin: `memory/${file.name}`,
    line: bodyLine + leadingLines(body),
    content,
    kind: kindOf(fieldText(metadata.type) ?? fieldText(fields.type)),
    author: 'other',
    place,
    key: fieldText(fields.name),
    createdAt: modified,
    updatedAt: modified,
    session: fieldText(metadata.originSessionId),
  }
}

const leadingLines = (body: string) => (/^\s*\n/.exec(body)?.[0].split('\n').length ?? 1) - 1

/** Skips the index, lines that link to a file. Older folders list the memories themselves here. */
function* readIndex(
  { text, path, changedAt }: TextFile,
  place: ForeignPlace,
): Generator<ImportedMemory> {
  for (const { text: said, line } of readStatements(text)) {
    if (/^\[[^\]]*\]\([^)]*\.md\)/.test(said)) continue
    yield {
      id: `${slugIn(path)} ${said}`,
      origin: `memory/MEMORY.md line ${line}`,
      line,
      content: said,
      kind: 'fact',
      author: 'other',
      place,
      createdAt: changedAt,
    }
  }
}
