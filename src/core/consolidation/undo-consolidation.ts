/** Undoes a consolidation, except for memories changed since. */

import { ThroughlineError } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { differing } from '../memory/merge.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Consolidation, RecordedAction } from '../ports/review-store.ts'
import type { ConsolidationPorts } from './consolidate.ts'

export type Undone = OutputOf<'undoConsolidation'>

/**
 * @param which without an id, the last consolidation of the project; without either, the last one
 * @throws ThroughlineError `not-found`; `conflict` if it was undone before
 */
export async function undoConsolidation(
  which: { readonly id?: string | undefined; readonly projectId?: string | undefined },
  { transaction, clock }: Pick<ConsolidationPorts, 'transaction' | 'clock'>,
): Promise<Undone> {
  const at = clock.now().toISOString()
  return transaction(async ({ consolidations: account, memories: tx }) => {
    const { id, projectId } = which
    const [consolidation] =
      id === undefined
        ? await account.list({ projectId, isUndone: false }, 1)
        : [await account.find(id)]
    const { id: found, actions } = refuseUndone(consolidation, id)
    const undone = await undoActions(tx, actions, at)
    await account.markUndone(found, at)
    return { id: found, undoneAt: at, ...undone }
  })
}

/** In reverse order. */
export async function undoActions(
  tx: MemoryStore,
  actions: readonly RecordedAction[],
  at: string,
): Promise<Outcome> {
  const outcome: Outcome = { reopened: [], takenBack: [], left: [] }
  const undo = { tx, at, restored: new Map<string, number>(), ...outcome }
  for (const action of actions.toReversed()) await undoAction(undo, action)
  return outcome
}

interface Undo extends Outcome {
  readonly tx: MemoryStore
  readonly at: string
  /** For each restored memory, the recorded version that it equals again. */
  readonly restored: Map<string, number>
}

type Outcome = Omit<Undone, 'id' | 'undoneAt'>

async function undoAction(undo: Undo, action: RecordedAction): Promise<void> {
  if (action.kind !== 'close' && !(await changeBack(undo, action))) return
  for (const { id, version } of action.closed) await reopen(undo, id, version)
}

/** @returns false if the memory changed since: then the others stay closed */
async function changeBack(undo: Undo, { memory: { id, before, after } }: RecordedAction) {
  const memory = await undo.tx.find(id)
  if (!memory || !isValid(memory)) {
    undo.left.push({ id, reason: memory ? 'it was superseded since' : 'it was forgotten since' })
    return false
  }
  if (before === after) return true
  const isUnchanged = (undo.restored.get(id) ?? memory.version) === after
  if (!isUnchanged) undo.left.push({ id, reason: 'it was changed since' })
  if (before === undefined) {
    if (isUnchanged) await takeBack(undo, id)
    return isUnchanged
  }
  if (isUnchanged) await restoreVersion(undo, memory, before)
  return true
}

async function takeBack({ tx, at, takenBack }: Undo, id: string): Promise<void> {
  await tx.forget(id, at, { archive: true })
  takenBack.push(id)
}

async function restoreVersion(undo: Undo, memory: Memory, version: number): Promise<void> {
  const revisions = await undo.tx.revisions(memory.id)
  const former = revisions.find((revision) => revision.memory.version === version)?.memory
  if (!former) return
  const { content, contentHash, kind, source, trust, standing } = former
  const { tags, keywords, files, importance, pinned } = former
  const wanted = {
    ...{ key: former.key ?? null, host: former.host ?? null, content, contentHash },
    ...{ standing, confirmation: former.confirmation ?? null, author: former.author ?? null },
    ...{ kind, source, trust, tags, keywords, files, importance, pinned },
  }
  await undo.tx.update(memory.id, differing(memory, wanted), undo.at)
  undo.restored.set(memory.id, version)
}

async function reopen(undo: Undo, id: string, version: number): Promise<void> {
  const memory = await undo.tx.find(id)
  const reason = !memory
    ? 'it was forgotten since'
    : memory.version !== version
      ? 'it was changed since'
      : await tryReopening(undo, id)
  if (reason !== undefined) return void undo.left.push({ id, reason })
  undo.restored.set(id, version - 1)
  undo.reopened.push(id)
}

/** @returns the reason if it fails */
export async function tryReopening(
  { tx, at }: Pick<Undo, 'tx' | 'at'>,
  id: string,
): Promise<string | undefined> {
  try {
    await tx.reopen(id, at)
    return undefined
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'conflict') return error.message
    throw error
  }
}

function refuseUndone(
  consolidation: Consolidation | undefined,
  id: string | undefined,
): Consolidation {
  if (!consolidation) {
    const what = id === undefined ? 'no consolidation to undo' : `no consolidation "${id}"`
    throw new ThroughlineError('not-found', `there is ${what}`, {
      hint: 'throughline consolidate list shows them',
    })
  }
  if (consolidation.undoneAt === undefined) return consolidation
  const message = `consolidation "${id}" was undone ${consolidation.undoneAt} already`
  throw new ThroughlineError('conflict', message)
}
