/** The operations that delete history, purge a text and apply retention. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { DeletionHandlers } from '../../contract/operations/deletion.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import type { ReadParts } from '../capture/read-entry.ts'
import { parsePayload } from '../capture/repair-json.ts'
import { forgetMemory } from '../memory/forget-memory.ts'
import { missingSession } from '../memory/scope.ts'
import type { SpoolEnvelope } from '../model/spool-file.ts'
import type {
  DataFiles,
  HistoryDeletion,
  HistorySelection,
  SelectedSession,
} from '../ports/deletion.ts'
import type { Spool, SpoolEntry } from '../ports/spool.ts'
import type { Store } from '../ports/store.ts'
import { beginDeletion, finishDeletions, nothingDeleted } from './delete-history.ts'
import {
  type DeletionPlan,
  findText,
  type PurgePorts,
  planDeletion,
  purgeText,
} from './plan-deletion.ts'
import { applyRetention, planRetention } from './retention.ts'
import { howToResume, type RetentionPorts } from './witnessed-days.ts'

export interface DeletionOperationPorts extends RetentionPorts, Pick<WaitingPorts, 'findHost'> {
  readonly store: Pick<
    Store,
    'transaction' | 'deletion' | 'textPurge' | 'eraseDeleted' | 'growth' | 'commits'
  >
  readonly files: DataFiles
  readonly drain: PurgePorts['drain']
  readonly refreshPages: PurgePorts['refreshPages']
}

interface Lookups {
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
  readonly findSession: (reference: string) => Promise<{ readonly id: string } | undefined>
}

export function createDeletionOperations(
  ports: DeletionOperationPorts,
  lookups: Lookups,
): DeletionHandlers {
  const { store, files, spool, findHost } = ports
  return {
    async deleteHistory(input) {
      await ports.drain()
      const selection = await toSelection(input, ports, lookups)
      const plan = await planDeletion(selection, store.deletion)
      const { startedAt = '' } = earliest(plan)
      if (input.dryRun) return toOutput(plan, input, await copiesSince(startedAt, false, files))
      if (!input.confirm) throw unconfirmed(`delete ${plan.counts.sessions} sessions`)
      const withMemories = input.memories === 'delete'
      await beginDeletion(selection, { withMemories, forever: true }, ports)
      const { memories, ...deleted } = await finishDeletions(ports)
      const { deletion } = store
      const waiting = await dropWaiting(plan.sessions, { spool, findHost, deletion })
      const commits = await deleteCommits(selection, withMemories, ports)
      const rows = deleted.sessions + deleted.turns + commits.rows
      if (rows > 0) await store.eraseDeleted({ rewrite: true })
      const copies = await copiesSince(startedAt, input.backups, files)
      return { ...toOutput(plan, input, copies), memories: memories + commits.memories, waiting }
    },
    async purgeText({ text, dryRun, confirm, backups }) {
      const places = dryRun
        ? await findText(text, ports)
        : await purgeConfirmed(text, confirm, ports)
      return {
        isDryRun: dryRun,
        places,
        total: places.reduce((sum, { count }) => sum + count, 0),
        left: await files.filesWith(text),
        copies: await copiesSince('', backups && !dryRun, files),
      }
    },
    async keepSession({ id: reference }) {
      const found = await lookups.findSession(reference)
      if (!found) throw missingSession(reference)
      if (await store.deletion.keep(found.id, ports.clock.now().toISOString())) return found
      const message = `session "${reference}" is not marked for deletion`
      const hint = 'throughline sessions --leaving lists those that are'
      throw new ThroughlineError('not-found', message, { hint })
    },
    async prune({ dryRun, compact }) {
      const result = dryRun ? await planRetention(ports) : await applyRetention(ports)
      if (compact && !dryRun) await store.eraseDeleted({ rewrite: true })
      const { paused, items } = result
      return {
        isDryRun: dryRun,
        items: [...items],
        ...(paused !== undefined && { paused: `${paused}; ${howToResume}` }),
      }
    },
  }
}

/**
 * Deletes everything known about a project; history before a date is in its repository anyway. Also
 * removes candidates read from these commits.
 */
async function deleteCommits(
  { projectId, before }: HistorySelection,
  withMemories: boolean,
  { store, clock }: DeletionOperationPorts,
): Promise<{ rows: number; memories: number }> {
  if (projectId === undefined || before !== undefined) return { rows: 0, memories: 0 }
  const rows = await store.commits.deleteOf(projectId)
  const addresses = [{ scope: 'project', scopeId: projectId }] as const
  const filter = { addresses, source: 'commit', includeSuperseded: true } as const
  const at = clock.now().toISOString()
  return store.transaction(async ({ memories: tx }) => {
    const { memories: found } = await tx.list(filter, { limit: mostOfCommits, offset: 0 })
    let memories = 0
    for (const { id, standing } of found) {
      const sources = await tx.sources(id)
      const isAlone = sources.every(({ type }) => type === 'commit')
      if (!isAlone || !(withMemories || standing === 'candidate')) continue
      memories += 1
      await forgetMemory(tx, id, at, { now: true, dropsGuard: true })
    }
    return { rows, memories }
  })
}

/** About a dozen are open at a time, and someone kept each of the others. */
const mostOfCommits = 10_000

async function toSelection(
  { session, turn, project, before }: InputOf<'deleteHistory'>,
  { store }: DeletionOperationPorts,
  { findProject, findSession }: Lookups,
): Promise<HistorySelection> {
  refuseUnclear({ session, turn, project, before })
  if (turn !== undefined) {
    const sessionId = await store.deletion.sessionOfTurn(turn)
    if (sessionId === undefined) throw missingTurn(turn)
    return { sessionId, turnId: turn }
  }
  if (session !== undefined) {
    const found = await findSession(session)
    if (!found) throw missingSession(session)
    return { sessionId: found.id }
  }
  const projectId = project === undefined ? undefined : (await findProject(project)).id
  return { projectId, before }
}

function refuseUnclear(given: Readonly<Record<string, string | undefined>>): void {
  const names = Object.keys(given).filter((name) => given[name] !== undefined)
  if (names.length === 0) {
    throw new ThroughlineError('invalid-input', 'say what to delete', {
      hint: 'a session, a turn, a project, or what is before a date',
    })
  }
  const isSingle = given.session !== undefined || given.turn !== undefined
  if (isSingle && names.length > 1) {
    throw new ThroughlineError('invalid-input', `${names.join(' and ')} cannot be used together`)
  }
}

function missingTurn(id: string): ThroughlineError {
  return new ThroughlineError('not-found', `there is no turn "${id}"`, {
    hint: 'throughline sessions SESSION --json lists the turns of a session with their ids',
  })
}

const unconfirmed = (what: string) =>
  new ThroughlineError('invalid-input', `this would ${what} and cannot be undone`, {
    hint: 'confirm it with confirm: true; dryRun counts what would go',
  })

async function purgeConfirmed(text: string, confirm: boolean, ports: DeletionOperationPorts) {
  if (!confirm) throw unconfirmed('remove the text from everything')
  return purgeText(text, ports)
}

const earliest = ({ sessions }: DeletionPlan): { readonly startedAt?: string } =>
  sessions.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))[0] ?? {}

function toOutput(
  plan: DeletionPlan,
  { dryRun }: InputOf<'deleteHistory'>,
  copies: OutputOf<'deleteHistory'>['copies'],
): OutputOf<'deleteHistory'> {
  const { sessions, memoriesAlone, memoriesShared } = plan
  const { memories } = nothingDeleted
  return {
    isDryRun: dryRun,
    ...plan.counts,
    memories,
    memoriesAlone,
    memoriesShared,
    waiting: 0,
    // Deleting a turn does not end the session.
    active: plan.counts.sessions === 0 ? 0 : sessions.filter(({ isActive }) => isActive).length,
    transcripts: sessions.flatMap(({ transcriptPath }) => transcriptPath ?? []),
    copies,
  }
}

/** Copies made earlier cannot contain it. */
async function copiesSince(time: string, deletes: boolean, files: DataFiles) {
  const copies = (await files.copies()).filter(({ at }) => at >= time)
  if (deletes) await files.deleteCopies(copies.map(({ file }) => file))
  return copies.map((copy) => ({ ...copy, isDeleted: deletes }))
}

interface WaitingPorts extends Pick<ReadParts, 'findHost'> {
  readonly spool: Spool
  readonly deletion: Pick<HistoryDeletion, 'isDeleted'>
}

/** Removes events of deleted sessions, waiting or rejected. @returns their number */
async function dropWaiting(
  sessions: readonly SelectedSession[],
  ports: WaitingPorts,
): Promise<number> {
  const { spool } = ports
  const dropped: SpoolEntry[] = []
  for (const entry of await spool.pending()) {
    const file = await spool.read(entry)
    if (file.kind !== 'ok') continue
    if (await isOfDeleted(file.envelope, file.payload, ports)) dropped.push(entry)
  }
  await spool.remove(dropped)
  return dropped.length + (await dropRejected(sessions, spool))
}

async function isOfDeleted(
  envelope: SpoolEnvelope,
  payload: string,
  { findHost, deletion }: WaitingPorts,
): Promise<boolean> {
  const parsed = parsePayload(payload)
  if (parsed.kind === 'broken') return false
  try {
    const host = findHost(envelope.host, parsed.value)
    const event = host?.parse(envelope.event, parsed.value)
    if (!event) return false
    const { host: name, sessionId, hostTurnId } = event
    if (await deletion.isDeleted(name, sessionId)) return true
    return hostTurnId !== undefined && (await deletion.isDeleted(name, sessionId, hostTurnId))
  } catch {
    return false
  }
}

/** Rejected events could not be parsed, so remove those that mention the session's id. */
async function dropRejected(sessions: readonly SelectedSession[], spool: Spool): Promise<number> {
  const names = sessions.map(({ hostSessionId }) => hostSessionId)
  const dropped = (await spool.rejected()).filter(({ text }) =>
    names.some((name) => text.includes(name)),
  )
  await spool.removeRejected(dropped.map(({ name }) => name))
  return dropped.length
}
