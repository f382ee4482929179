/** Tools that observe sessions and store the result in a database. */
import { basename, dirname, join } from 'node:path'
import { objectOf, timeOf } from '../../core/model/json.ts'
import type { ForeignPlace } from '../../core/ports/memory-source.ts'
import { findFiles, readSmallJson } from '../foreign-files/files.ts'
import type { ForeignRecord } from '../foreign-files/foreign-database.ts'
import {
  createRecordSource,
  type Part,
  type Records,
  recordReader,
  skipAll,
  summaryOfSession,
} from './record-source.ts'
import { firstText, recordsOf, textsOf, utcTime } from './statement.ts'

export const claudeMem = createRecordSource({
  name: 'claude-mem',
  displayName: 'claude-mem',
  unit: 'observation',
  usual: ({ userHome, env }) => [
    join(env.CLAUDE_MEM_DATA_DIR || join(userHome, '.claude-mem'), 'claude-mem.db'),
  ],
  isStore: (name) => name === 'claude-mem.db',
  lists: ['observations'],
  isNot: 'not a claude-mem export',
  *parts({ each, count }) {
    // Maps claude-mem's session ids to the host's.
    const sessions = new Map<string | undefined, string | undefined>()
    for (const row of each('sdk_sessions', 'sessions')) {
      // Version 17 renamed both columns.
      sessions.set(ownSession(row), firstText(row, 'content_session_id', 'claude_session_id'))
    }
    for (const row of each('observations')) {
      const own = ownSession(row)
      yield claudeObservation(row, {
        facts: textsOf(row.facts),
        author: isSavedByHand(row, own) ? 'user' : 'other',
        session: own === undefined ? undefined : sessions.get(own),
      })
    }
    yield* skipAll(count('session_summaries', 'summaries'), summaryOfSession)
  },
})

const claudeObservation = recordReader({
  noun: 'observation',
  hasReusedIds: true,
  title: ['title'],
  text: ['narrative', 'text'],
  kind: ['type'],
  project: ['merged_into_project', 'project'],
  tags: ['concepts'],
  files: ['files_modified', 'files_read'],
  createdAt: ['created_at_epoch', 'created_at'],
  uses: 'relevance_count',
})

const ownSession = (row: ForeignRecord) => firstText(row, 'memory_session_id', 'sdk_session_id')

const isSavedByHand = ({ type, subtitle }: ForeignRecord, session: string | undefined) =>
  type === 'discovery' && subtitle === 'Manual memory' && session?.startsWith('manual-') === true

export const engram = createRecordSource({
  name: 'engram',
  displayName: 'Engram',
  unit: 'observation',
  usual: ({ userHome }) => [join(userHome, '.engram', 'engram.db')],
  isStore: (name) => name === 'engram.db',
  lists: ['observations'],
  isNot: 'not an Engram export',
  *parts({ each }) {
    const sessions = [...each('sessions')]
    const folders = new Map(sessions.map((one) => [one.id, firstText(one, 'directory')]))
    for (const row of each('observations')) {
      const [name, cwd] = [firstText(row, 'project'), folders.get(row.session_id ?? '')]
      yield engramObservation(row, {
        place: row.scope === 'personal' ? { kind: 'global' } : { kind: 'project', name, cwd },
        isSuperseded: firstText(row, 'deleted_at') !== undefined,
      })
    }
    const summaries = sessions.filter((one) => firstText(one, 'summary') !== undefined)
    yield* skipAll(summaries.length, summaryOfSession)
  },
})

const engramObservation = recordReader({
  noun: 'observation',
  hasReusedIds: true,
  title: ['title'],
  text: ['content'],
  kind: ['type'],
  key: 'topic_key',
  createdAt: ['created_at'],
  updatedAt: ['updated_at'],
  session: ['session_id'],
  time: utcTime,
})

/** One database for all projects; older versions kept files per project. */
export const memorix = createRecordSource({
  name: 'memorix',
  displayName: 'memorix',
  unit: 'observation',
  usual: async ({ userHome }) => {
    const isStore = (path: string) => isMemorixStore(basename(path))
    const found = await findFiles(join(userHome, '.memorix', 'data'), isStore)
    return found.map(({ path }) => path)
  },
  isStore: isMemorixStore,
  lists: ['observations', 'mini_skills'],
  bareList: 'observations',
  isNot: 'not a list of memorix observations',
  async *parts({ each }, { path }) {
    const places = await readAliases(dirname(path))
    for (const row of each('observations')) {
      yield memorixObservation(row, {
        facts: textsOf(row.facts).filter((fact) => !isMachineMade(fact)),
        place: memorixPlace(row, places),
        importance: importances[firstText(row, 'valueCategory') ?? ''],
        isSuperseded: ['resolved', 'archived'].includes(firstText(row, 'status') ?? ''),
      })
    }
    for (const row of each('mini_skills')) {
      yield memorixSkill(row, { facts: textsOf(row.facts), place: memorixPlace(row, places) })
    }
  },
})

function isMemorixStore(name: string): boolean {
  return name === 'memorix.db' || name === 'observations.json'
}

const memorixObservation = recordReader({
  noun: 'observation',
  hasReusedIds: true,
  title: ['title'],
  text: ['narrative'],
  kind: ['type'],
  key: 'topicKey',
  tags: ['concepts'],
  keywords: ['entityName'],
  files: ['filesModified'],
  createdAt: ['createdAt'],
  updatedAt: ['updatedAt'],
  session: ['sessionId'],
})

const memorixSkill = recordReader({
  noun: 'skill',
  hasReusedIds: true,
  title: ['title'],
  text: ['instruction', 'trigger_desc'],
  kind: 'procedure',
  tags: ['tags'],
  createdAt: ['createdAt'],
  updatedAt: ['updatedAt'],
})

const importances: Readonly<Record<string, number>> = { core: 0.9, contextual: 0.5, ephemeral: 0.2 }

/** A text such as `pnpm → lock.yaml.`, which a regular expression cut out. */
const isMachineMade = (fact: string) => fact.includes(' → ')

type Places = ReadonlyMap<string, ForeignPlace>

/** Maps each project id to its folder and remote. */
async function readAliases(folder: string): Promise<Places> {
  const { groups } = objectOf(await readSmallJson(join(folder, '.project-aliases.json')))
  const places = new Map<string, ForeignPlace>()
  for (const group of recordsOf(groups)) {
    const canonical = firstText(group, 'canonical')
    const [cwd, remote] = [textsOf(group.rootPaths)[0], firstText(group, 'gitRemote')]
    for (const id of [canonical, ...textsOf(group.aliases)]) {
      if (id !== undefined) places.set(id, { kind: 'project', name: canonical, cwd, remote })
    }
  }
  return places
}

function memorixPlace(row: ForeignRecord, places: Places): ForeignPlace {
  const id = firstText(row, 'projectId')
  if (id === undefined) return { kind: 'unknown' }
  return places.get(id) ?? { kind: 'project', name: id.replace(/^local\//, '') }
}

/** One database per project, named after its folder. */
export const codeContextEngine = createRecordSource({
  name: 'code-context-engine',
  displayName: 'code-context-engine',
  unit: 'decision',
  usual: async ({ userHome }) => {
    const isStore = (path: string) => basename(path) === 'memory.db'
    const found = await findFiles(join(userHome, '.cce', 'projects'), isStore, 1)
    return found.map(({ path }) => path)
  },
  isStore: (name) => name === 'memory.db',
  lists: ['decisions', 'code_areas'],
  isNot: 'not a code-context-engine database',
  parts: (records, { path }) => readEngine(records, basename(dirname(path))),
})

function* readEngine({ each, count }: Records, name: string): Generator<Part> {
  // The tool shortens texts by machine and drops articles; we mark them and change nothing.
  const common = (row: ForeignRecord) =>
    ({
      author: 'other',
      place: { kind: 'project', name },
      tags: ['shortened'],
      createdAt: timeOf(row.created_at_epoch),
      session: firstText(row, 'session_id'),
    }) as const
  for (const row of each('decisions')) {
    const [decision, reason] = [firstText(row, 'decision'), firstText(row, 'reason')]
    yield decision === undefined
      ? { skipped: 'empty decision' }
      : {
          ...common(row),
          id: `${name} decision ${row.id} ${row.created_at_epoch}`,
          origin: `decision ${row.id} of ${name}`,
          content: reason === undefined ? decision : `${decision}. Why: ${reason}`,
          kind: 'decision',
        }
  }
  for (const row of each('code_areas')) {
    const [file, description] = [firstText(row, 'file_path'), firstText(row, 'description')]
    yield file === undefined || description === undefined
      ? { skipped: 'empty description' }
      : {
          ...common(row),
          id: `${name} area ${row.id} ${row.created_at_epoch}`,
          origin: `code area ${row.id} of ${name}`,
          content: `${file}: ${description}`,
          kind: 'fact',
          files: [file],
        }
  }
  yield* skipAll(count('turn_summaries'), summaryOfSession)
}
