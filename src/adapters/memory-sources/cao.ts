/** The wiki of CLI Agent Orchestrator: one file per memory, with a section for each version. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { timeOf } from '../../core/model/json.ts'
import type { ForeignPlace, ImportedMemory } from '../../core/ports/memory-source.ts'
import { createFolderSource, type TextFile } from './folder-source.ts'
import { kindOf } from './statement.ts'

export const cao = createFolderSource({
  name: 'cao',
  displayName: 'CLI Agent Orchestrator',
  unit: 'page',
  folders: ({ userHome, folders, path }) => [
    { path: path ?? join(userHome, '.aws', 'cli-agent-orchestrator', 'memory'), folders },
  ],
  isWanted: (name) => /(?:^|\/)wiki\/.+\.md$/.test(name) && !/\/index\.md$/.test(name),
  memories: (file, { folders = [] }) => [
    toImported(file, folders) ?? { skipped: 'page without text' },
  ],
})

const projectId = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 12)

const header = /[<]!--([^>]*)-->/
const section = /^##\s+(\d{4}-\d\d-\d\dT\S+)\s*$/m

/** The last section is current; the earlier ones are former versions. */
function toImported(
  { name, text, changedAt }: TextFile,
  folders: readonly string[],
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

/** Project folders are named by a hash of the path. */
function placeOf(
  scope: string | undefined,
  root: string,
  folders: readonly string[],
): ForeignPlace {
  if (scope === 'global' || root === 'global') return { kind: 'global' }
  return { kind: 'project', name: root, cwd: folders.find((each) => projectId(each) === root) }
}
