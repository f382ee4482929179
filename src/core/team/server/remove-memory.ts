/** Forgetting, which holds for everyone, and taking back what is one's own. Both beat every edit. */
import { isAtLeast } from '../../../contract/team/roles.ts'
import type { Mark } from '../../../contract/team/sync.ts'
import type { Creation, StoredRemoval, StoredState } from '../../ports/team-sync-store.ts'
import { firstCreation } from './origin.ts'
import type { Applying, Outcome } from './outcome.ts'
import type { RemovalOperation } from './prepare-operation.ts'
import { versionAfter } from './version-after.ts'

export async function removeMemory(
  applying: Applying,
  removal: RemovalOperation,
): Promise<Outcome> {
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
  // It was forgotten here before this server was set back to a backup.
  const wasForgotten = isForgetting && proven?.isForgotten === true
  if (!isOwn && !isAdmin && !wasForgotten) return notYours(here)
  const last = Math.max(0, ...known.map(({ version }) => version))
  // An admin sees only this project; what was moved elsewhere is its author's.
  const targets = isOwn && isForgetting ? known : here
  const projects = targets.length > 0 ? targets.map(({ project }) => project) : [removal.project]
  return writeRemovals(applying, removal, { projects, last, creation })
}

const findForgotten = (known: readonly StoredState[]) =>
  known.filter(isRemoved).find(({ type }) => type === 'forgotten')

const isRemoved = (state: StoredState): state is StoredRemoval => state.type !== 'memory'

const removalTypes = { forget: 'forgotten', withdraw: 'withdrawn' } as const

function notYours(here: readonly StoredState[]): Outcome {
  const memory = here.find(({ type }) => type === 'memory')
  return { outcome: 'not-yours', ...(memory && { id: memory.id, version: memory.version }) }
}

interface Removing {
  readonly projects: readonly string[]
  readonly last: number
  readonly creation: Creation
}

/** Leaves a removal even of what was never here, so that a put that arrives later does not live. */
async function writeRemovals(
  { tx, caller, at, randomBelow, origins }: Applying,
  { id, type: kind }: RemovalOperation,
  { projects, last, creation }: Removing,
): Promise<Outcome> {
  const version = versionAfter(last, randomBelow)
  const type = removalTypes[kind]
  let mark: Mark | undefined
  for (const project of projects) {
    await tx.erase(project, id)
    mark = await tx.write({ type, id, project, version, author: caller.person, ...creation }, at)
  }
  const origin = origins.sign({ id, type, ...creation })
  return { outcome: 'stored', version, origin, ...(mark && { at: mark }) }
}
