/** The memory that Claude Code keeps by itself: one file a memory, and an index of them. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { objectOf, timeOf } from '../../core/model/json.ts'
import { isSkipped } from '../../core/ports/history-source.ts'
import type {
  ForeignMemorySource,
  ForeignPlace,
  ImportedMemory,
  MemoryItem,
} from '../../core/ports/memory-source.ts'
import { fieldText, readFrontMatter } from '../../core/text/front-matter.ts'
import { findFolder, firstOfFile, readTexts, type TextFile } from './folder-source.ts'
import { readStatements } from './markdown.ts'
import { kindOf } from './statement.ts'

export const claudeCodeMemory: ForeignMemorySource = {
  name: 'claude-code-memory',
  displayName: "Claude Code's memory",
  unit: 'file',
  async discover({ userHome, env, folders, path }) {
    const root = path ?? env.CLAUDE_CONFIG_DIR ?? join(userHome, '.claude')
    const projects = join(root, 'projects')
    const items: MemoryItem[] = []
    for (const slug of await readdir(projects).catch(() => [])) {
      const project = folders.find((folder) => slugOf(folder) === slug)
      const item = await findFolder(join(projects, slug, 'memory'), isMemory, { project })
      if (item) items.push(item)
    }
    return items
  },
  async *read({ path, project }) {
    const place = { kind: 'project', cwd: project, name: project ?? slugIn(path) } as const
    for await (const file of readTexts(path, isMemory)) {
      if (isSkipped(file)) yield file
      else yield* firstOfFile(toMemories(file, place))
    }
  },
}

const isMemory = () => true

/** Claude Code's name of a folder; several folders may have the same. */
const slugOf = (folder: string) => folder.replaceAll(/[^A-Za-z0-9]/g, '-')
const slugIn = (path: string) => path.split(/[\\/]/).at(-2) ?? path

function* toMemories(file: TextFile, place: ForeignPlace): Generator<ImportedMemory> {
  if (file.name === 'MEMORY.md') {
    yield* readIndex(file, place)
    return
  }
  const { fields, body } = readFrontMatter(file.text)
  const metadata = objectOf(fields.metadata)
  const content = body.trim() || fieldText(fields.description)
  if (content === undefined) return
  const modified = timeOf(metadata.modified) ?? file.changedAt
  yield {
    id: `${slugIn(file.path)} ${file.name}`,
    origin: `memory/${file.name}`,
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

/** Lines that lead to a file are its index. Older folders have the memories themselves here. */
function* readIndex(
  { text, path, changedAt }: TextFile,
  place: ForeignPlace,
): Generator<ImportedMemory> {
  for (const { text: said, line } of readStatements(text)) {
    if (/^\[[^\]]*\]\([^)]*\.md\)/.test(said)) continue
    yield {
      id: `${slugIn(path)} ${said}`,
      origin: `memory/MEMORY.md line ${line}`,
      content: said,
      kind: 'fact',
      author: 'other',
      place,
      createdAt: changedAt,
    }
  }
}
