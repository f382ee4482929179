/** Forgetting, which holds for everyone, and taking back what is one's own. Both beat every edit. */
import { isAtLeast } from '../../../contract/team/roles.ts'
import type { Mark } from '../../../contract/team/sync.ts'
import type { StoredRemoval, StoredState } from '../../ports/team-sync-store.ts'
import type { Applying, Outcome } from './outcome.ts'
import type { RemovalOperation } from './prepare-operation.ts'
import { versionAfter } from './version-after.ts'

export async function removeMemory(
  applying: Applying,
  removal: RemovalOperation,
): Promise<Outcome> {
  const { tx, caller } = applying
  const known = await tx.statesOf(removal.id)
  const isOwn = known.every(({ creator }) => creator === caller.person.id)
  const here = known.filter(({ project }) => project === removal.project)
  const gone = removal.type === 'forget' ? findForgotten(known) : here.find(isRemoved)
  if (gone) {
    const outcome = gone.type === removalTypes[removal.type] ? 'stored' : gone.type
    return { outcome, version: gone.version }
  }
  const isAdmin = removal.type === 'forget' && isAtLeast(caller.role, 'admin')
  if (!isOwn && !(isAdmin && here.length > 0)) return notYours(here)
  const last = Math.max(0, ...known.map(({ version }) => version))
  // An admin sees only this project; what was moved elsewhere is its author's.
  const targets = isOwn && removal.type === 'forget' ? known : here
  const projects = targets.length > 0 ? targets.map(({ project }) => project) : [removal.project]
  const creator = known[0]?.creator ?? caller.person.id
  return writeRemovals(applying, removal, { projects, last, creator })
}

const findForgotten = (known: readonly StoredState[]) =>
  known.filter(isRemoved).find(({ type }) => type === 'forgotten')

const isRemoved = (state: StoredState): state is StoredRemoval => state.type !== 'memory'

const removalTypes = { forget: 'forgotten', withdraw: 'withdrawn' } as const

function notYours(here: readonly StoredState[]): Outcome {
  const memory = here.find(({ type }) => type === 'memory')
  return { outcome: 'not-yours', ...(memory && { id: memory.id, version: memory.version }) }
}

/** Leaves a removal even of what was never here, so that a put that arrives later does not live. */
async function writeRemovals(
  { tx, caller, at, randomBelow }: Applying,
  { id, type: kind }: RemovalOperation,
  { projects, last, creator }: { projects: readonly string[]; last: number; creator: string },
): Promise<Outcome> {
  const version = versionAfter(last, randomBelow)
  const type = removalTypes[kind]
  let mark: Mark | undefined
  for (const project of projects) {
    await tx.erase(project, id)
    mark = await tx.write({ type, id, project, version, author: caller.person, creator }, at)
  }
  return { outcome: 'stored', version, ...(mark && { at: mark }) }
}
