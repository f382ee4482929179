/** Memories in JSON lines: the knowledge graph of the MCP memory server, and plain facts. */
import { join } from 'node:path'
import { timeOf } from '../../core/model/json.ts'
import { isSkipped } from '../../core/ports/history-source.ts'
import type {
  ForeignMemorySource,
  ForeignPlace,
  ImportedMemory,
} from '../../core/ports/memory-source.ts'
import { findFiles, readSmallText } from '../foreign-files/files.ts'
import type { ForeignRecord } from '../foreign-files/foreign-database.ts'
import { readJsonLines } from '../foreign-files/read-lines.ts'
import { locate, toMemoryItem } from './record-source.ts'
import { firstText, kindOf, recordsOf, textsOf } from './statement.ts'

/** The server rewrites the whole file at each change. */
export const serverMemory: ForeignMemorySource = {
  name: 'server-memory',
  displayName: 'MCP memory server',
  unit: 'line',
  isStore: isGraph,
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

function isGraph(name: string): boolean {
  return /^memory\.jsonl?$/.test(name)
}

/** By default, the file is in the package folder, which npx keeps in its cache. */
async function inPackages(userHome: string): Promise<string[]> {
  const cache = join(userHome, '.npm', '_npx')
  const isOurs = (path: string) => /server-memory[\\/]dist[\\/]memory\.jsonl?$/.test(path)
  return (await findFiles(cache, isOurs, 6)).map(({ path }) => path)
}

/** Entities have no times, so the file's time is used; some forks add times. */
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

export const jsonl: ForeignMemorySource = {
  name: 'jsonl',
  displayName: 'JSON lines',
  unit: 'memory',
  needsPath: true,
  async discover({ path }) {
    const files = await locate(path, [], (name) => name.endsWith('.jsonl'))
    return files.map((file) => toMemoryItem(file, { memories: 0 }))
  },
  async *read({ path, changedAt }) {
    let number = 0
    for await (const line of readJsonLines(path)) {
      number += 1
      if (isSkipped(line)) {
        yield line
        continue
      }
      const fact = readFact(line.entry, `line ${number}`)
      yield fact
        ? { ...fact, createdAt: fact.createdAt ?? changedAt }
        : { skipped: 'line without text' }
    }
  },
}

/** Reads a fact in any format that exports use. Undefined if it has no text. */
export function readFact(record: ForeignRecord, line: string): ImportedMemory | undefined {
  const content = firstText(record, 'content', 'text', 'memory', 'fact', 'observation')
  if (content === undefined) return undefined
  const time = (...names: readonly string[]) => {
    const name = names.find((each) => timeOf(record[each]) !== undefined)
    return name === undefined ? undefined : timeOf(record[name])
  }
  return {
    id: firstText(record, 'id', 'external_id') ?? content,
    origin: line,
    content,
    kind: kindOf(firstText(record, 'kind', 'type', 'category', 'memory_type')),
    author: 'other',
    place: placeOf(firstText(record, 'project', 'scope', 'group_id')),
    tags: textsOf(record.tags ?? record.concepts ?? record.labels),
    importance: scaled(record),
    createdAt: time('created_at', 'createdAt', 'timestamp'),
    updatedAt: time('updated_at', 'updatedAt'),
    validFrom: time('valid_from', 'valid_at'),
    validTo: time('valid_to', 'invalid_at', 'expires_at', 'stale_after'),
    supersedes: textsOf(record.supersedes),
    session: firstText(record, 'session_id', 'source'),
  }
}

function placeOf(name: string | undefined): ForeignPlace {
  if (name === 'global') return { kind: 'global' }
  return name === undefined ? { kind: 'unknown' } : { kind: 'project', name }
}

/** Tools rate importance from 0 to 1, 10 or 100. */
function scaled(record: ForeignRecord): number | undefined {
  const given = [record.importance, record.score, record.confidence, record.strength]
  const value = given.find((each) => typeof each === 'number')
  if (typeof value !== 'number') return undefined
  return value <= 1 ? value : value <= 10 ? value / 10 : value / 100
}
