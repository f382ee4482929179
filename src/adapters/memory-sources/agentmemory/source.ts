/** What agentmemory keeps: its fallback store, or an export of its server. */
import { join } from 'node:path'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { objectOf, timeOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../../core/ports/memory-source.ts'
import { readSmallJson } from '../../foreign-files/files.ts'
import type { ForeignRecord } from '../../foreign-files/foreign-database.ts'
import { skipAll, summaryOfSession } from '../shared/json-source.ts'
import { kindOf } from '../shared/kinds.ts'
import { locate, toMemoryItem } from '../shared/locate.ts'
import { readExport } from '../shared/read-export.ts'
import { firstText, recordsOf, textsOf } from '../shared/statement.ts'

export const agentmemory: ForeignMemorySource = {
  name: 'agentmemory',
  displayName: 'agentmemory',
  unit: 'memory',
  async discover({ userHome, path }) {
    const usual = [join(userHome, '.agentmemory', 'standalone.json')]
    const files = await locate(path, usual, (name) => /^(?:standalone|export).*\.json$/.test(name))
    const items = []
    for (const file of files) {
      const memories = memoriesIn(objectOf(await readSmallJson(file.path))).length
      items.push(toMemoryItem(file, { memories }))
    }
    return items
  },
  async *read({ path }) {
    const store = objectOf(await readExport(path))
    if (!isJsonObject(store['mem:memories']) && !Array.isArray(store.memories)) {
      throw new Error('not an agentmemory store or export')
    }
    const sessions = new Map(recordsOf(store.sessions).map((each) => [String(each.id), each]))
    for (const memory of memoriesIn(store)) yield toImported(memory, sessions)
    yield* skipAll(recordsOf(store.summaries).length, summaryOfSession)
    const observed = Object.values(objectOf(store.observations)).flatMap(recordsOf)
    yield* skipAll(observed.length, 'observation of a tool call')
  },
}

function memoriesIn(store: ForeignRecord): readonly ForeignRecord[] {
  const fallback = Object.values(objectOf(store['mem:memories'])).filter((each) =>
    isJsonObject(each),
  )
  return [...fallback, ...recordsOf(store.memories)]
}

function toImported(
  memory: ForeignRecord,
  sessions: ReadonlyMap<string, ForeignRecord>,
): ImportedMemory | SkippedPart {
  const content = firstText(memory, 'content', 'title')
  if (content === undefined) return { skipped: 'empty memory' }
  const session = textsOf(memory.sessionIds)[0]
  const { cwd, project: ofSession } = sessions.get(session ?? '') ?? {}
  const [project, agent] = [firstText(memory, 'project'), firstText(memory, 'agentId')]
  return {
    id: String(memory.id),
    origin: `memory ${memory.id}`,
    content,
    kind: kindOf(firstText(memory, 'type')),
    author: 'other',
    place: placeOf(project ?? text(ofSession), text(cwd), agent),
    tags: textsOf(memory.concepts),
    files: textsOf(memory.files),
    importance: typeof memory.strength === 'number' ? memory.strength / 10 : undefined,
    createdAt: timeOf(memory.createdAt),
    updatedAt: timeOf(memory.updatedAt),
    validTo: timeOf(memory.forgetAfter),
    isSuperseded: memory.isLatest === false,
    supersedes: textsOf(memory.supersedes),
    session,
  }
}

const text = (value: Json | undefined) => (typeof value === 'string' ? value : undefined)

/** The fallback store drops the project. */
function placeOf(
  name: string | undefined,
  cwd: string | undefined,
  agent: string | undefined,
): ImportedMemory['place'] {
  if (name !== undefined || cwd !== undefined) return { kind: 'project', name, cwd }
  return agent === undefined ? { kind: 'unknown' } : { kind: 'agent', name: agent }
}
