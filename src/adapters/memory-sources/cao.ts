/** The wiki of CLI Agent Orchestrator: one file a memory, one section for each time it was written. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { timeOf } from '../../core/model/json.ts'
import { isSkipped } from '../../core/ports/history-source.ts'
import type {
  ForeignMemorySource,
  ForeignPlace,
  ImportedMemory,
} from '../../core/ports/memory-source.ts'
import { findFolder, readTexts, type TextFile } from './folder-source.ts'
import { kindOf } from './statement.ts'

export const cao: ForeignMemorySource = {
  name: 'cao',
  displayName: 'CLI Agent Orchestrator',
  unit: 'page',
  async discover({ userHome, folders, path }) {
    const folder = path ?? join(userHome, '.aws', 'cli-agent-orchestrator', 'memory')
    const item = await findFolder(folder, isPage, { folders })
    return item ? [item] : []
  },
  async *read({ path, folders = [] }) {
    const projects = new Map(folders.map((folder) => [projectId(folder), folder]))
    for await (const file of readTexts(path, isPage)) {
      yield isSkipped(file)
        ? file
        : (toImported(file, projects) ?? { skipped: 'page without text' })
    }
  },
}

const isPage = (name: string) => /(?:^|\/)wiki\/.+\.md$/.test(name) && !/\/index\.md$/.test(name)

const projectId = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 12)

const header = /[<]!--([^>]*)-->/
const section = /^##\s+(\d{4}-\d\d-\d\dT\S+)\s*$/m

/** The last section holds; earlier ones are what it said before. */
function toImported(
  { name, text, changedAt }: TextFile,
  folders: ReadonlyMap<string, string>,
): ImportedMemory | undefined {
  const fields = Object.fromEntries(
    (header.exec(text)?.[1] ?? '').split('|').map((part) => {
      const [key = '', ...value] = part.split(':')
      return [key.trim(), value.join(':').trim()]
    }),
  )
  const parts = text.split(section)
  const content = parts.at(-1)?.trim() ?? ''
  if (parts.length < 3 || content === '') return undefined
  const key = name.replace(/\.md$/, '').split('/').at(-1) ?? name
  return {
    id: fields.id || name,
    origin: name,
    content,
    kind: kindOf(fields.type),
    author: 'other',
    place: placeOf(fields.scope, name.split('/')[0] ?? '', folders),
    key,
    tags: (fields.tags ?? '').split(',').filter((tag) => tag.trim() !== ''),
    createdAt: timeOf(parts[1]) ?? changedAt,
    updatedAt: timeOf(parts.at(-2)) ?? changedAt,
  }
}

/** A project is named by a hash of its folder. */
function placeOf(
  scope: string | undefined,
  root: string,
  folders: ReadonlyMap<string, string>,
): ForeignPlace {
  if (scope === 'global' || root === 'global') return { kind: 'global' }
  return { kind: 'project', name: root, cwd: folders.get(root) }
}
