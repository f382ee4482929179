/** Forgets a memory for everyone, and withdraws one's own. */
import type { Mark } from '../../../contract/team/sync.ts'
import { isAtLeast } from '../../../contract/team/vocabulary.ts'
import { removalWins } from '../../memory/who-wins.ts'
import type {
  Creation,
  StoredRemoval,
  StoredState,
  TeamSyncStore,
  TeamSyncTransaction,
} from '../../ports/team/team-sync-store.ts'
import type { Caller } from '../caller.ts'
import { audited } from '../people/actor.ts'
import { firstCreation, openOrigins } from './origin.ts'
import { type Applying, type Outcome, type SyncServerPorts, versionAfter } from './outcome.ts'
import type { RemovalOperation } from './prepare-operation.ts'

export async function removeState(applying: Applying, removal: RemovalOperation): Promise<Outcome> {
  const { tx, caller, origins, at } = applying
  const known = await tx.statesOf(removal.id)
  const proven = origins.check(removal)
  const creation = firstCreation(...known, proven) ?? {
    ...{ creator: caller.person.id, sharedAt: at },
  }
  const isOwn = creation.creator === caller.person.id
  const here = known.filter(({ project }) => project === removal.project)
  const gone = removal.type === 'forget' ? findForgotten(known) : here.find(isRemoved)
  if (gone) {
    const outcome = gone.type === removalTypes[removal.type] ? 'stored' : gone.type
    return { outcome, version: gone.version, origin: origins.sign(gone) }
  }
  const isForgetting = removal.type === 'forget'
  const isAdmin = isForgetting && isAtLeast(caller.role, 'admin') && here.length > 0
  // It was forgotten here before this server was restored from a backup.
  const wasForgotten = isForgetting && proven?.isForgotten === true
  if (!isOwn && !isAdmin && !wasForgotten) return notYours(here)
  const last = Math.max(0, ...known.map(({ version }) => version))
  // An admin sees only this project; what was moved elsewhere belongs to its author.
  const targets = isOwn && isForgetting ? known : here
  const isUnknown = targets.length === 0 && !proven
  const reason = isUnknown ? applying.quota?.takeRemoval() : undefined
  if (reason !== undefined) return { outcome: 'over-quota', reason }
  const projects = targets.length > 0 ? targets.map(({ project }) => project) : [removal.project]
  const isDigest = removal.of === 'digest' || known.some(isOfDigest)
  return writeRemovals(applying, removal, { projects, last, creation, isDigest })
}

const findForgotten = (known: readonly StoredState[]) =>
  known.filter(isRemoved).find(({ type }) => type === 'forgotten')

const isRemoved = (state: StoredState): state is StoredRemoval =>
  state.type === 'forgotten' || state.type === 'withdrawn'

/** The removal that a put cannot undo. */
export function findRemoval(
  known: readonly StoredState[],
  isOwn: boolean,
): StoredRemoval | undefined {
  const winning = known
    .filter(isRemoved)
    .filter(({ type }) => removalWins({ type, isEditByOwner: isOwn }))
  return findForgotten(winning) ?? winning[0]
}

const isOfDigest = (state: StoredState) =>
  state.type === 'digest' || (isRemoved(state) && state.of === 'digest')

const removalTypes = { forget: 'forgotten', withdraw: 'withdrawn' } as const

export function notYours(here: readonly StoredState[]): Outcome {
  const standing = here.find((state) => !isRemoved(state))
  return { outcome: 'not-yours', ...(standing && { id: standing.id, version: standing.version }) }
}

interface Removing {
  readonly projects: readonly string[]
  readonly last: number
  readonly creation: Creation
  readonly isDigest: boolean
}

/** Records a removal even of unknown ids, so that a late put does not revive it. */
async function writeRemovals(
  { tx, caller, at, randomBelow, origins }: Applying,
  { id, type: kind }: RemovalOperation,
  { projects, last, creation, isDigest }: Removing,
): Promise<Outcome> {
  const version = versionAfter(last, randomBelow)
  const type = removalTypes[kind]
  let mark: Mark | undefined
  for (const project of projects) {
    await tx.erase(project, id)
    const removed = { type, ...(isDigest && { of: 'digest' as const }), id, project, version }
    mark = await tx.write({ ...removed, author: caller.person, ...creation }, at)
  }
  if (kind === 'forget') await tx.audit(audited(caller, at, 'memory-forgotten', id))
  const origin = origins.sign({ id, type, ...creation })
  return { outcome: 'stored', version, origin, ...(mark && { at: mark }) }
}

/** One entry per project, however many there are. */
export async function auditWithdrawn(
  tx: TeamSyncTransaction,
  caller: Caller,
  at: string,
  withdrawn: readonly { readonly project: string }[],
): Promise<void> {
  for (const [project, { length: count }] of Map.groupBy(withdrawn, (each) => each.project)) {
    await tx.audit(audited(caller, at, 'memories-withdrawn', project, { count }))
  }
}

/** Withdraws everything that the caller shared first, when they leave. @returns the number */
export async function takeBackAll(
  store: TeamSyncStore,
  caller: Caller,
  ports: SyncServerPorts,
): Promise<number> {
  const at = ports.clock.now().toISOString()
  return store.writing(caller.organisation, async (tx) => {
    const own = await tx.createdBy(caller.person.id)
    const origins = await openOrigins(tx, ports.hash)
    for (const { id, project } of own) {
      const removal = { type: 'withdraw', key: ports.newId(), id, project } as const
      await removeState({ ...ports, tx, origins, caller, at }, removal)
    }
    await auditWithdrawn(tx, caller, at, own)
    return own.length
  })
}
