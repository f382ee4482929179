/** Takes back a consolidation, as far as nobody changed since what it left. */
import { ThroughlineError } from '../../contract/errors.ts'
import { differing } from '../memory/merge.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { Consolidation, RecordedAction } from '../ports/consolidation-store.ts'
import type { MemoryChange, MemoryTransaction } from '../ports/memory-store.ts'
import type { ConsolidationPorts } from './consolidate.ts'

export interface Undone {
  readonly id: string
  readonly undoneAt: string
  /** Ids of memories that are valid again. */
  readonly reopened: readonly string[]
  /** Ids of memories that were raised and are gone. */
  readonly takenBack: readonly string[]
  /** What stays as it is, and why. */
  readonly left: readonly { readonly id: string; readonly reason: string }[]
}

export interface WhichConsolidation {
  readonly id?: string | undefined
  /** Without an id: the last one of this project or of all; without both, the last of any. */
  readonly projectId?: string | undefined
}

/** @throws ThroughlineError `not-found`; `conflict` when it was undone before */
export async function undoConsolidation(
  which: WhichConsolidation,
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

/** The last one first. */
export async function undoActions(
  tx: MemoryTransaction,
  actions: readonly RecordedAction[],
  at: string,
): Promise<Pick<Undone, 'reopened' | 'takenBack' | 'left'>> {
  const undo: Undo = { tx, at, standsFor: new Map(), reopened: [], takenBack: [], left: [] }
  for (const action of actions.toReversed()) await undoAction(undo, action)
  const { reopened, takenBack, left } = undo
  return { reopened, takenBack, left }
}

interface Undo {
  readonly tx: MemoryTransaction
  readonly at: string
  /** Of memories changed back, the version on record that they are like again. */
  readonly standsFor: Map<string, number>
  readonly reopened: string[]
  readonly takenBack: string[]
  readonly left: { id: string; reason: string }[]
}

async function undoAction(undo: Undo, action: RecordedAction): Promise<void> {
  if (action.kind !== 'close' && !(await changeBack(undo, action))) return
  for (const { id, version } of action.closed) await reopen(undo, id, version)
}

/** @returns false when what it said is no longer what stands: then nothing else may stand for it */
async function changeBack(undo: Undo, { memory: { id, before, after } }: RecordedAction) {
  const memory = await undo.tx.find(id)
  if (!memory || !isValid(memory)) {
    undo.left.push({ id, reason: memory ? 'it was superseded since' : 'it was forgotten since' })
    return false
  }
  if (before === after) return true
  const isUnchanged = versionOf(undo, memory) === after
  if (!isUnchanged) undo.left.push({ id, reason: 'it was changed since' })
  if (before === undefined) {
    if (isUnchanged) await takeBack(undo, id)
    return isUnchanged
  }
  if (isUnchanged) await restoreVersion(undo, memory, before)
  return true
}

/** Restorable for a while, as everything that is forgotten. */
async function takeBack({ tx, at, takenBack }: Undo, id: string): Promise<void> {
  await tx.forget(id, at, { archive: true })
  takenBack.push(id)
}

async function restoreVersion(undo: Undo, memory: Memory, version: number): Promise<void> {
  const revisions = await undo.tx.revisions(memory.id)
  const former = revisions.find((revision) => revision.memory.version === version)?.memory
  if (!former) return
  const { key, content, contentHash, trust, tags, keywords, files, importance, pinned } = former
  const said = { content, contentHash, trust }
  const wanted: MemoryChange = {
    key: key ?? null,
    ...said,
    tags,
    keywords,
    files,
    importance,
    pinned,
  }
  await undo.tx.update(memory.id, differing(memory, wanted), undo.at)
  undo.standsFor.set(memory.id, version)
}

async function reopen(undo: Undo, id: string, version: number): Promise<void> {
  const memory = await undo.tx.find(id)
  const reason = !memory
    ? 'it was forgotten since'
    : memory.version !== version
      ? 'it was changed since'
      : await tryReopening(undo, id)
  if (reason !== undefined) return void undo.left.push({ id, reason })
  undo.standsFor.set(id, version - 1)
  undo.reopened.push(id)
}

/** @returns why it cannot be */
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

function versionOf({ standsFor }: Undo, { id, version }: Memory): number {
  return standsFor.get(id) ?? version
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
  throw new ThroughlineError(
    'conflict',
    `consolidation "${id}" was undone ${consolidation.undoneAt} already`,
  )
}
