/** Tools whose memories come as an exported JSON file. */
import { join } from 'node:path'
import { objectOf, timeOf } from '../../core/model/json.ts'
import type { ForeignPlace } from '../../core/ports/memory-source.ts'
import type { ForeignRecord } from '../foreign-files/foreign-database.ts'
import { readFact } from './json-lines.ts'
import { createRecordSource, recordReader, skipAll, summaryOfSession } from './record-source.ts'
import { firstText, kindOf, recordsOf, textsOf } from './statement.ts'

const isJson = (name: string) => name.endsWith('.json')

/** Reads agentmemory's fallback store or an export of its server. */
export const agentmemory = createRecordSource({
  name: 'agentmemory',
  displayName: 'agentmemory',
  unit: 'memory',
  usual: ({ userHome }) => [join(userHome, '.agentmemory', 'standalone.json')],
  isStore: (name) => /^(?:standalone|export).*\.json$/.test(name),
  lists: ['mem:memories', 'memories'],
  isNot: 'not an agentmemory store or export',
  *parts({ each, count }) {
    const sessions = new Map([...each('sessions')].map((one) => [String(one.id), one]))
    for (const memory of [...each('mem:memories'), ...each('memories')]) {
      const [session] = textsOf(memory.sessionIds)
      yield agentMemory(memory, {
        place: agentPlace(memory, sessions.get(session ?? '') ?? {}),
        importance: typeof memory.strength === 'number' ? memory.strength / 10 : undefined,
        isSuperseded: memory.isLatest === false,
        supersedes: textsOf(memory.supersedes),
        session,
      })
    }
    yield* skipAll(count('summaries'), summaryOfSession)
    yield* skipAll(count('observations'), 'observation of a tool call')
  },
})

const agentMemory = recordReader({
  noun: 'memory',
  text: ['content', 'title'],
  kind: ['type'],
  tags: ['concepts'],
  files: ['files'],
  createdAt: ['createdAt'],
  updatedAt: ['updatedAt'],
  validTo: ['forgetAfter'],
})

/** The fallback store drops the project. */
function agentPlace(memory: ForeignRecord, session: ForeignRecord): ForeignPlace {
  const name = firstText(memory, 'project') ?? firstText(session, 'project')
  const [cwd, agent] = [firstText(session, 'cwd'), firstText(memory, 'agentId')]
  if (name !== undefined || cwd !== undefined) return { kind: 'project', name, cwd }
  return agent === undefined ? { kind: 'unknown' } : { kind: 'agent', name: agent }
}

/** Reads the edges of a graph in the format of Graphiti's API. */
export const graphiti = createRecordSource({
  name: 'graphiti',
  displayName: 'Graphiti',
  unit: 'edge',
  isStore: isJson,
  lists: ['edges'],
  bareList: 'edges',
  isNot: 'not a list of Graphiti edges',
  *parts({ each }) {
    for (const edge of each('edges')) {
      yield graphitiEdge(edge, { isSuperseded: timeOf(edge.expired_at) !== undefined })
    }
  },
})

const graphitiEdge = recordReader({
  noun: 'edge',
  id: 'uuid',
  text: ['fact'],
  project: ['group_id'],
  tags: ['name'],
  createdAt: ['created_at'],
  validFrom: ['valid_at'],
  validTo: ['invalid_at'],
  empty: 'edge without a fact',
})

/** Reads a list of memory units. Skips observations, which Hindsight derives from the others. */
export const hindsight = createRecordSource({
  name: 'hindsight',
  displayName: 'Hindsight',
  unit: 'memory',
  isStore: isJson,
  lists: ['memory_units', 'items'],
  bareList: 'memory_units',
  isNot: 'not a list of Hindsight memory units',
  *parts({ each }) {
    for (const unit of each('memory_units', 'items')) {
      yield unit.fact_type === 'observation' ? { skipped: derived } : hindsightUnit(unit)
    }
  },
})

const derived = 'observation, which Hindsight derived from other memories'

const hindsightUnit = recordReader({
  noun: 'memory unit',
  text: ['text'],
  project: ['bank_id'],
  tags: ['fact_type'],
  keywords: ['context'],
  createdAt: ['created_at', 'mentioned_at'],
  updatedAt: ['updated_at'],
  validFrom: ['occurred_start'],
  validTo: ['occurred_end'],
  empty: derived,
})

/** Reads the memory blocks of a Letta agent file (`.af`), never its tools, secrets or messages. */
export const letta = createRecordSource({
  name: 'letta',
  displayName: 'Letta',
  unit: 'block',
  isStore: (name) => name.endsWith('.af'),
  lists: ['blocks'],
  isNot: 'not a Letta agent file',
  *parts({ each }, { exported }) {
    for (const block of each('blocks')) {
      const [label, value] = [firstText(block, 'label') ?? '', firstText(block, 'value') ?? '']
      if (label === 'persona') continue
      for (const line of value.split('\n').filter((text) => text.trim() !== '')) {
        const content = line.replace(/^[-*]\s+/, '').trim()
        yield {
          id: `${block.id} ${content}`,
          origin: `block ${label}`,
          content,
          kind: kindOf(label),
          author: 'other',
          place: label === 'human' ? { kind: 'global' } : { kind: 'unknown' },
          keywords: [label],
          createdAt: timeOf(exported.created_at),
        }
      }
    }
    const messages = [...each('agents')].flatMap((agent) => recordsOf(agent.messages))
    yield* skipAll(messages.length, 'message of a session')
  },
})

/** MIF 2.0, an interchange format. Not the JSON-LD format of the same name. */
export const mif = createRecordSource({
  name: 'mif',
  displayName: 'MIF',
  unit: 'memory',
  isStore: (name) => /mif.*\.json$/i.test(name),
  lists: ['memories'],
  isNot: notMif,
  *parts({ each }, { exported }) {
    if (exported.mif_version === undefined) throw new Error(notMif(exported))
    for (const memory of each('memories')) {
      const fact = readFact({ ...objectOf(memory.metadata), ...memory }, `memory ${memory.id}`)
      const session = firstText(objectOf(memory.source), 'session_id')
      yield fact ? { ...fact, session } : { skipped: 'memory without text' }
    }
  },
})

function notMif(exported: ForeignRecord): string {
  const isOther = exported['@context'] !== undefined
  return isOther ? 'MIF in JSON-LD, another format of that name' : 'not a MIF file'
}
