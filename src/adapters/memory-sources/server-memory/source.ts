/** The knowledge graph of the MCP memory server: one JSON object a line, rewritten whole at each change. */
import { join } from 'node:path'
import { timeOf } from '../../../core/model/json-values.ts'
import { isSkipped } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../../core/ports/memory-source.ts'
import { findFiles, readSmallText } from '../../foreign-files/files.ts'
import type { ForeignRecord } from '../../foreign-files/foreign-database.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { locate, toMemoryItem } from '../shared/locate.ts'
import { firstText, recordsOf, textsOf } from '../shared/statement.ts'

export const serverMemory: ForeignMemorySource = {
  name: 'server-memory',
  displayName: 'MCP memory server',
  unit: 'line',
  async discover({ userHome, env, path }) {
    const usual = env.MEMORY_FILE_PATH ? [env.MEMORY_FILE_PATH] : await inPackages(userHome)
    const files = await locate(path, usual, isGraph)
    const items = []
    for (const file of files) {
      const lines = (await readSmallText(file.path))?.trim().split('\n').length ?? 0
      items.push(toMemoryItem(file, { memories: lines, isWhole: true }))
    }
    return items
  },
  async *read({ path, changedAt }) {
    for await (const line of readJsonLines(path)) {
      if (isSkipped(line)) yield line
      else yield* toMemories(line.entry, changedAt)
    }
  },
}

const isGraph = (name: string) => /^memory\.jsonl?$/.test(name)

/** By default the file lies in the package, which npx keeps in its cache. */
async function inPackages(userHome: string): Promise<string[]> {
  const cache = join(userHome, '.npm', '_npx')
  const isOurs = (path: string) => /server-memory[\\/]dist[\\/]memory\.jsonl?$/.test(path)
  return (await findFiles(cache, isOurs, 6)).map(({ path }) => path)
}

/** It has no times, so the file's count; forks add some. */
function* toMemories(entry: ForeignRecord, changedAt: string): Generator<ImportedMemory> {
  const createdAt = timeOf(entry.createdAt) ?? changedAt
  const fact = { kind: 'fact', author: 'other', place: { kind: 'unknown' }, createdAt } as const
  if (entry.type === 'relation') {
    const { from, relationType, to } = entry
    const content = `${from} ${String(relationType).replaceAll('_', ' ')} ${to}`
    const keywords = textsOf([from, to])
    yield { ...fact, id: `relation ${content}`, origin: 'relation', content, keywords }
    return
  }
  const name = firstText(entry, 'name')
  if (entry.type !== 'entity' || name === undefined) return
  for (const said of observationsOf(entry)) {
    const hasName = said.toLowerCase().includes(name.toLowerCase())
    yield {
      ...fact,
      id: `${name} ${said}`,
      origin: `entity ${name}`,
      content: hasName ? said : `${name}: ${said}`,
      tags: textsOf([entry.entityType]),
      keywords: [name],
    }
  }
}

function observationsOf({ observations }: ForeignRecord): string[] {
  const objects = recordsOf(observations).map((each) => firstText(each, 'content', 'text'))
  return [...textsOf(observations), ...objects.filter((each) => each !== undefined)]
}
