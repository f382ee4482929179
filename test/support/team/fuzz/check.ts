/** The invariants of sync, checked when all is quiet. Each fault is a sentence. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { DigestText } from '../../../../src/contract/team/digest-text.ts'
import type { SharedText } from '../../../../src/contract/team/sync.ts'
import { isValid, type Memory } from '../../../../src/core/model/memory.ts'
import type { JoinedProject } from '../../../../src/core/ports/team/team-client-store.ts'
import { stateKinds } from '../../../../src/core/ports/team/team-sync-store.ts'
import { cleanDigest } from '../../../../src/core/team/clean-text.ts'
import { isOver, toDigestText } from '../../../../src/core/team/client/digests/note-digest.ts'
import { findIndexFaults } from '../index-faults.ts'
import { type Run, secluded, secret, unknownKind } from './actions.ts'
import type { Acknowledged } from './bad-line.ts'
import type { Machine } from './machine.ts'

interface ServerRow {
  readonly id: string
  readonly version: number
  readonly type: string
  readonly kind: string
  readonly creator: string
  readonly author: string
  readonly text: SharedText | DigestText | null
}

export async function findFaults(run: Run): Promise<string[]> {
  const server = await serverRows(run)
  const dump = await dumpServer(run)
  const faults: string[] = []
  for (const machine of run.machines) {
    const who = `machine ${run.machines.indexOf(machine)}`
    for (const fault of await compareMachine(run, machine, server)) faults.push(`${who}: ${fault}`)
  }
  const everything = dump + run.machines.map(({ file }) => dumpFile(file)).join('\n')
  return [
    ...faults,
    ...run.machines.flatMap(({ line }) =>
      line.acknowledged.flatMap((each) => findLoss(run, each, server, everything)),
    ),
    ...(await findRevived(run, server)),
    ...(await findGaps(run)),
    ...findUnshared(run, server),
    ...(await findLeaks(run)),
    ...(run.mutant === undefined ? await findIndexFaults(run.database, run.organisation) : []),
    ...(dump.includes(secluded) ? ['(6) something unshared is on the server'] : []),
    ...(dump.includes(secret) ? ['(7) a secret is on the server'] : []),
  ]
}

/** As clients can see them. */
async function serverRows({ owner, organisation, mutant }: Run): Promise<Map<string, ServerRow>> {
  const { rows } = await owner.query(
    `SELECT m.id, m.version::float8 AS version, m.type, m.kind, m.creator_id AS creator,
       m.author_id AS author, m.text
     FROM shared_memories m JOIN shared_projects p
       ON p.organisation_id = m.organisation_id AND p.id = m.project_id AND p.type = 'team'
     WHERE m.organisation_id = $1`,
    [organisation],
  )
  const seen = (rows as ServerRow[]).filter((row) => row.text || mutant !== 'no-tombstones')
  return new Map(seen.map((row) => [row.id, row]))
}

/** Everything that the server has of the organisation. */
async function dumpServer({ owner, organisation }: Run): Promise<string> {
  const { rows: tables } = await owner.query(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'organisation_id' ORDER BY 1`,
  )
  const parts = tables.map(
    ({ name: table }) =>
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE organisation_id = $1`,
  )
  const { rows } = await owner.query(parts.join(' UNION ALL '), [organisation])
  return rows.map(({ row }) => String(row)).join('\n')
}

function dumpFile(file: string): string {
  const tables = ['memories', 'memory_revisions', 'memory_archive', 'proposals']
  return JSON.stringify(tables.map((table) => readFile(file, `SELECT * FROM ${table}`)))
}

const waitingIn = (file: string) =>
  readFile(file, "SELECT memory_id FROM team_outbox WHERE state = 'waiting'").map(({ memory_id }) =>
    String(memory_id),
  )

function readFile(file: string, sql: string) {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

/** (1) Everyone equals the server; (8) no resync deleted a row; (11) what is parked blocks nobody. */
async function compareMachine(
  run: Run,
  machine: Machine,
  server: ReadonlyMap<string, ServerRow>,
): Promise<string[]> {
  const { store } = machine
  const faults: string[] = []
  const parked = new Set((await store.team.parked(1_000)).map(({ memoryId }) => memoryId))
  const waiting = waitingIn(machine.file).filter((id) => !parked.has(id))
  if (waiting.length > 0) faults.push(`(11) ${waiting.length} memories wait for ever`)
  for (const id of run.written.get(machine) ?? []) {
    const isGone = wasRemovedBy(run, machine, id) || isForgottenRightly(run, server.get(id))
    if (!isGone && !(await store.memories.find(id))) faults.push(`(8) ${id} was deleted here`)
  }
  const [project] = (await store.team.projects()).filter(({ state }) => state === 'joined')
  if (!project) return faults
  const entries = new Map((await store.team.entriesIn(project.id)).map((each) => [each.id, each]))
  for (const id of new Set([...server.keys(), ...entries.keys()])) {
    // Of a newer version, which waits until this machine is newer.
    if (parked.has(id) || isOfNewer(server.get(id))) continue
    if (server.get(id)?.kind === 'digest' && !machine.line.knowsDigests) continue
    const [here, there] = [entries.get(id), server.get(id)]
    if (here?.version !== there?.version || here?.type !== there?.type) {
      faults.push(
        `(1) ${id} is ${here?.type} ${here?.version} here, ${there?.type} ${there?.version} there`,
      )
      continue
    }
    if (isMemory(there)) faults.push(...(await compareText(run, machine, project.id, there)))
    if (isDigest(there)) faults.push(...(await compareDigest(machine, project, id, there.text)))
  }
  const addresses = [{ scope: 'project', scopeId: project.localId } as const]
  const page = { limit: 10_000, offset: 0 }
  const { memories } = await store.memories.list({ addresses, standing: 'memory' }, page)
  for (const memory of memories.filter(isValid)) {
    const item = await store.team.item(project.id, memory.id)
    // A teammate's that a restored server lost stays here until they send it again.
    const isKept = item?.state === 'local-only' || (memory.author && item?.version === 0)
    const isAccounted = server.get(memory.id)?.text || isKept
    if (isAccounted || parked.has(memory.id) || item?.successor) continue
    faults.push(`(1) ${memory.id} "${memory.content}" is here alone`)
  }
  return faults
}

type Row<Text> = ServerRow & { readonly text: Text }

const isMemory = (row: ServerRow | undefined): row is Row<SharedText> => row?.type === 'memory'
const isDigest = (row: ServerRow | undefined): row is Row<DigestText> => row?.type === 'digest'
const isOfNewer = (row: ServerRow | undefined) => isMemory(row) && row.text.kind === unknownKind

/** Own ones are of sessions that share theirs, and say the same; of others there is a copy. */
async function compareDigest(
  { store, redactor }: Machine,
  { id: project, sharesDigests }: JoinedProject,
  id: string,
  text: DigestText,
): Promise<string[]> {
  const session = await store.digests.sessionWithDigest(id)
  if (session && !sharesDigests) return [`(6) the digest ${id} is there, though switched off`]
  const own = session && isOver(session) ? toDigestText(session) : undefined
  const here = own ? cleanDigest(own, redactor) : (await store.team.digest(project, id))?.text
  // What a client let through, the server redacted.
  const isSame = here?.content === text.content || here?.content.includes(secret) === true
  return isSame ? [] : [`(1) the digest ${id} says ${here?.content} here, ${text.content} there`]
}

const wasRemovedBy = ({ removed }: Run, { caller }: Machine, id: string) =>
  removed.get(id)?.has(caller.person.id) === true

/** By who shared it first or an admin. Without origins, a restored server cannot tell. */
function isForgottenRightly(
  { removed, machines, hasOldClient }: Run,
  row: ServerRow | undefined,
): boolean {
  if (row?.type !== 'forgotten') return false
  const admins = machines.flatMap(({ caller: { role, person } }) =>
    role === 'admin' ? [person.id] : [],
  )
  const mayForget = [row.creator, ...admins]
  return hasOldClient || mayForget.some((person) => removed.get(row.id)?.has(person))
}

async function compareText(
  { kept }: Run,
  machine: Machine,
  project: string,
  { id, version, text }: Row<SharedText>,
): Promise<string[]> {
  const { team, memories } = machine.store
  const item = await team.item(project, id)
  if (item?.state !== 'synced') return []
  const memory = await memories.find(id)
  if (!memory) return [`(1) ${id} "${text.content}" is not here`]
  const edit = (await team.waitingEdits()).find((each) => each.id === id)
  // Until a teammate's edit is decided, what was approved stays in use.
  if (edit && (memory.standing !== 'memory' || !isValid(memory))) {
    return [`(12) an edit of ${id} waits, and nothing is in use`]
  }
  if (!edit && memory.author && kept.get(machine)?.get(id) === version) return []
  const [here, there] = [wordsOf(edit?.text ?? memory), wordsOf(text)]
  return here === there ? [] : [`(1) ${id} says ${here} here, ${there} there`]
}

const wordsOf = ({ content, key, kind, tags, validTo }: Memory | SharedText) =>
  JSON.stringify([content, key ?? '', kind, tags, validTo === undefined])

/** Without the times of a digest. */
const saidIn = (text: SharedText | DigestText) => ('kind' in text ? wordsOf(text) : text.content)

/** (2) What the server acknowledged is somewhere, unless it was removed on purpose. */
function findLoss(
  { removed, dropped }: Run,
  { operation, answer }: Acknowledged,
  server: ReadonlyMap<string, ServerRow>,
  everything: string,
): string[] {
  if (operation.type !== 'put' || answer.outcome === 'refused') return []
  const { content } = operation.text
  const ids = [operation.id, answer.id ?? operation.id]
  const isRemoved = ids.some((id) => removed.has(id) || isTombstone(server.get(id)))
  // A restored server had lost it, and the last machine that knew it dropped what is not its user's.
  if (isRemoved || dropped.has(content) || content.includes(secret)) return []
  const text = JSON.stringify(content).slice(1, -1)
  return everything.includes(text) ? [] : [`(2) "${content}" of ${operation.id} is lost`]
}

const isTombstone = (row: ServerRow | undefined) => row !== undefined && row.text === null

/**
 * (3) What was forgotten is alive nowhere, if anyone who syncs was told that it was forgotten. A restored
 * server does not know it by itself.
 */
async function findRevived(run: Run, server: ReadonlyMap<string, ServerRow>): Promise<string[]> {
  const faults: string[] = []
  for (const { store, line } of run.machines) {
    const joined = (await store.team.projects()).filter(({ state }) => state === 'joined')
    for (const id of joined.length > 0 && !run.hasOldClient ? line.forgotten : []) {
      if (server.get(id)?.text) faults.push(`(3) ${id} lives, though it was forgotten`)
    }
    for (const { id: project, localId: shared } of joined) {
      for (const item of await store.team.itemsIn(project, '', 10_000)) {
        if (item.type !== 'forgotten') continue
        const { memoryId, state } = item
        if (server.get(memoryId)?.text) faults.push(`(3) ${memoryId} lives again`)
        const memory = await store.memories.find(memoryId)
        // One's own copy may have been moved to another project before.
        if (state !== 'local-only' && memory?.scopeId === shared) {
          faults.push(`(3) ${memoryId} lives on a machine`)
        }
      }
    }
  }
  const forgotten = run.machines
    .flatMap(({ line }) => line.acknowledged)
    .filter(({ operation, answer }) => operation.type === 'forget' && answer.outcome === 'stored')
  if (run.backups.length > 0) return faults
  for (const { operation } of forgotten) {
    if (server.get(operation.id)?.type !== 'forgotten') faults.push(`(3) ${operation.id} came back`)
  }
  return faults
}

/** (6) Who shares no longer has taken back their own. A backup restored later may have it again. */
function findUnshared({ left }: Run, server: ReadonlyMap<string, ServerRow>): string[] {
  const kept = [...server.values()].filter(
    (row) => row.text && !isOfNewer(row) && left.has(row.creator),
  )
  return kept.map(({ id }) => `(6) ${id} is still there, and who shared it shares nothing`)
}

/** (9) What everyone has in the end, without what depends on clocks and chance: ids, versions, times. */
export async function describeEnd(run: Run): Promise<string[]> {
  const nameOf = new Map(run.machines.map(({ caller: { person } }) => [person.id, person.name]))
  const there = [...(await serverRows(run)).values()].map(({ id, type, creator, author, text }) =>
    [id.slice(-12), type, nameOf.get(creator), nameOf.get(author), text && saidIn(text)].join(' '),
  )
  const page = { limit: 10_000, offset: 0 }
  const here = await Promise.all(
    run.machines.map(async ({ store, caller }) => {
      const { memories } = await store.memories.list({ addresses: 'all' }, page)
      return memories.map(({ author, standing, ...memory }) => {
        const whose = [author?.name ?? caller.person.name, standing]
        return [...whose, memory.id.slice(-12), wordsOf(memory as Memory)].join(' ')
      })
    }),
  )
  return [...there, ...here.flat()]
}

/** (10) */
async function findLeaks({ store, organisation }: Run): Promise<string[]> {
  const projects = await store.reading(organisation).visibleProjects(randomUUID())
  const ids = projects.map(({ id }) => id)
  const wanted = { projects: ids, kinds: stateKinds }
  const states = await store.reading(randomUUID()).statesBetween(wanted, 0, 1_000_000, 10)
  return states.length === 0 ? [] : ['(10) another organisation reads what is ours']
}

/** (5) Of what was not pruned. */
async function findGaps({ owner, organisation, story }: Run): Promise<string[]> {
  const { rows } = await owner.query(
    `SELECT count(*)::int AS changes, coalesce(max(c.sequence), 0)::int AS last,
       coalesce(max(h.sequence), 0)::int AS head
     FROM sync_changes c JOIN sync_heads h USING (organisation_id) WHERE organisation_id = $1`,
    [organisation],
  )
  const { changes, last, head } = rows[0] as { changes: number; last: number; head: number }
  const isPruned = story.some((line) => line.includes('prune'))
  if (last === head && (isPruned || changes === last)) return []
  return [`(5) the sequence has gaps: ${changes} changes up to ${last}, head ${head}`]
}
