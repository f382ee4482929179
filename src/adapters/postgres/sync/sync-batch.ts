/**
 * Batches what a push reads and writes: a hundred operations take a dozen statements. Reads and
 * writes are each sent together. What was written since is read again.
 */
import { randomBytes } from 'node:crypto'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Mark } from '../../../contract/team/sync.ts'
import { hashContent } from '../../../core/memory/new-memory.ts'
import type {
  ExpectedOperation,
  KeptAnswer,
  StoredMemory,
  StoredState,
} from '../../../core/ports/team/team-sync-store.ts'
import { toJson } from '../../../core/text/visible-text.ts'
import { sha256 } from '../../ids.ts'
import type { Queries } from '../connection/queries.ts'
import { readSync, stateColumns, toState } from './sync-reader.ts'

export interface SyncBatch {
  expect(person: string, operations: readonly ExpectedOperation[]): Promise<void>
  /** Undefined if it must be read. */
  readonly known: {
    answer(key: string): { readonly answer: KeptAnswer | undefined } | undefined
    statesOf(id: string): readonly StoredState[] | undefined
    withKey(key: string): readonly StoredMemory[] | undefined
    withContent(hash: string): readonly StoredMemory[] | undefined
  }
  head(): Promise<Mark>
  write(state: StoredState, at: string): Promise<Mark>
  keepAnswer(answer: NewAnswer): void
  flush(): Promise<void>
}

interface NewAnswer {
  readonly personId: string
  readonly key: string
  readonly answer: KeptAnswer
  readonly at: string
}

type Read = ReturnType<typeof rowOf>

/** Needs a transaction with the organisation's lock, or numbers would be used twice. */
export function openSyncBatch(queries: Queries): SyncBatch {
  const answers = new Map<string, { readonly answer: KeptAnswer | undefined }>()
  const states = new Map<string, StoredState[]>()
  const byKey = new Map<string, StoredMemory[]>()
  const byContent = new Map<string, StoredMemory[]>()
  let stored: Mark | undefined
  let head: Mark | undefined
  let newChanges: (Mark & { readonly at: string })[] = []
  let newAnswers: NewAnswer[] = []
  let newStates = new Map<string, Read>()

  async function readHead(): Promise<Mark> {
    stored ??= await readSync(queries).head()
    head ??= stored
    return head
  }

  async function flush(): Promise<void> {
    if (newChanges.length + newAnswers.length === 0) return
    const sent = [
      ...(newChanges.length > 0 ? sendChanges() : []),
      ...(newAnswers.length > 0 ? [queries.run(insertAnswers, toJson(newAnswers))] : []),
    ]
    ;[newChanges, newAnswers, newStates, stored] = [[], [], new Map(), head]
    await Promise.all(sent)
  }

  function sendChanges(): Promise<unknown>[] {
    return [
      moveHead(queries, stored, head),
      queries.run(insertChanges, toJson(newChanges)),
      queries.run(putStates, toJson([...newStates.values()])),
    ]
  }

  function forgetWhatChanges({ id, key, contentHash }: Read): void {
    states.delete(inLowerCase(id))
    byKey.delete(key ?? '')
    byContent.delete(contentHash ?? '')
    for (const found of [byKey, byContent]) {
      for (const [value, memories] of found) {
        if (memories.some((each) => each.id === inLowerCase(id))) found.delete(value)
      }
    }
  }

  return {
    async expect(person, operations) {
      await flush()
      const keys = operations.map(({ key }) => inLowerCase(key))
      const ids = operations.flatMap(({ id }) => (id === undefined ? [] : inLowerCase(id)))
      const memoryKeys = operations.flatMap(({ memoryKey }) => memoryKey ?? [])
      const hashes = operations.flatMap(({ contentHash }) => contentHash ?? [])
      const [answered, known, keyed, worded] = await Promise.all([
        queries.all(selectAnswers, person, keys),
        queries.all(`${selectStates} AND id = ANY ($2::uuid[])`, ids),
        queries.all(`${selectStates} AND key = ANY ($2::text[])`, memoryKeys),
        queries.all(
          `${selectStates} AND content_hash = ANY ($2::bytea[])`,
          hashes.map((hash) => Buffer.from(hash, 'hex')),
        ),
      ])
      for (const key of keys) answers.set(key, { answer: undefined })
      for (const { key, answer } of answered) {
        answers.set(String(key), { answer: answer as KeptAnswer })
      }
      group(states, ids, known.map(toState), ({ id }) => id)
      group(byKey, memoryKeys, keyed.map(toMemory), ({ text }) => text.key ?? '')
      group(byContent, hashes, worded.map(toMemory), ({ text }) =>
        hashContent(text.content, sha256),
      )
    },
    known: {
      answer: (key) => answers.get(inLowerCase(key)),
      statesOf: (id) => states.get(inLowerCase(id)),
      withKey: (key) => byKey.get(key),
      withContent: (hash) => byContent.get(hash),
    },
    head: readHead,
    async write(state, at) {
      const { sequence } = await readHead()
      const place = inLowerCase(`${state.project} ${state.id}`)
      // PostgreSQL counts each version.
      if (newStates.has(place)) await flush()
      head = { sequence: sequence + 1, mark: randomBytes(8).toString('hex') }
      newChanges.push({ ...head, at })
      const row = rowOf(state, head.sequence)
      newStates.set(place, row)
      forgetWhatChanges(row)
      return head
    },
    keepAnswer(answer) {
      answers.delete(inLowerCase(answer.key))
      newAnswers.push(answer)
    },
    flush,
  }
}

/** PostgreSQL returns ids in lower case. */
const inLowerCase = (id: string) => id.toLowerCase()

const toMemory = (row: Parameters<typeof toState>[0]) => toState(row) as StoredMemory

/** @param wanted all keys, including those without a value */
function group<T>(
  groups: Map<string, T[]>,
  wanted: readonly string[],
  found: readonly T[],
  keyOf: (value: T) => string,
): void {
  for (const value of wanted) groups.set(value, [])
  for (const value of found) groups.get(keyOf(value))?.push(value)
}

/** @throws `internal` if another transaction numbered changes meanwhile */
async function moveHead(queries: Queries, from: Mark | undefined, to: Mark | undefined) {
  const moved = await queries.has(
    `INSERT INTO sync_heads AS h (organisation_id, sequence, mark) VALUES ($1, $2, $3)
     ON CONFLICT (organisation_id) DO UPDATE SET sequence = excluded.sequence, mark = excluded.mark
     WHERE h.sequence = $4 RETURNING sequence`,
    to?.sequence,
    to?.mark,
    from?.sequence,
  )
  if (!moved) throw new ThroughlineError('internal', 'a change was numbered without the lock')
}

const selectAnswers = `SELECT key, answer FROM sync_answers
  WHERE organisation_id = $1 AND person_id = $2 AND key = ANY ($3::uuid[])`

const selectStates = `SELECT ${stateColumns} FROM shared_memories m WHERE organisation_id = $1`

const insertAnswers = `INSERT INTO sync_answers (organisation_id, person_id, key, answer, at)
  SELECT $1, * FROM jsonb_to_recordset($2)
    AS a ("personId" uuid, key uuid, answer jsonb, at timestamptz)`

const insertChanges = `INSERT INTO sync_changes (organisation_id, sequence, mark, at)
  SELECT $1, * FROM jsonb_to_recordset($2) AS c (sequence bigint, mark text, at timestamptz)`

/** The columns, in this order. */
function rowOf(state: StoredState, sequence: number) {
  const { type, id, project, version, author, creator, sharedAt } = state
  const text = 'text' in state ? state.text : undefined
  const isValid = state.type === 'memory' && state.text.validTo === undefined
  const valid = isValid ? state.text : undefined
  const isDigest = state.type === 'digest' || ('of' in state && state.of === 'digest')
  return {
    ...{ project, id, kind: isDigest ? 'digest' : 'memory', type, version, sequence, author },
    ...{ creator, sharedAt, text, key: valid?.key },
    contentHash: valid && hashContent(valid.content, sha256),
  }
}

const replaced = `type kind version sequence author_id author_name creator_id text key content_hash
  shared_at`.split(/\s+/)

const putStates = `
  INSERT INTO shared_memories (organisation_id, project_id, id, type, kind, version, sequence,
    author_id, author_name, creator_id, text, key, content_hash, shared_at)
  SELECT $1, s.project, s.id, s.type, s.kind, s.version, s.sequence, (s.author ->> 'id')::uuid,
    s.author ->> 'name', s.creator, s.text, s.key, decode(s."contentHash", 'hex'), s."sharedAt"
  FROM jsonb_to_recordset($2) AS s (project uuid, id uuid, type text, kind text, version bigint,
    sequence bigint, author jsonb, creator uuid, text jsonb, key text, "contentHash" text,
    "sharedAt" timestamptz)
  ON CONFLICT (organisation_id, project_id, id) DO UPDATE
  SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`
