/** Shared projects: found by any of their identities, registered by members. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { normaliseLine } from '../../../contract/memory-text.ts'
import type { SharedProject, ShareRequest } from '../../../contract/team/sync.ts'
import type {
  StoredProject,
  TeamSyncStore,
  TeamSyncTransaction,
} from '../../ports/team/team-sync-store.ts'
import { visibleText } from '../../text/visible-text.ts'
import { type Caller, mayWrite, requireSync, requireWriter } from '../caller.ts'
import { watchRedactor } from '../clean-text.ts'
import { audited } from '../people/actor.ts'
import type { SyncServerPorts } from './outcome.ts'

export async function listProjects(store: TeamSyncStore, caller: Caller): Promise<SharedProject[]> {
  requireSync(caller)
  return store.reading(caller.organisation).visibleProjects(caller.person.id)
}

/** Readers find projects and change none. */
export async function shareProject(
  store: TeamSyncStore,
  caller: Caller,
  request: ShareRequest,
  ports: SyncServerPorts,
): Promise<SharedProject> {
  requireSync(caller)
  const at = ports.clock.now().toISOString()
  return store.writing(caller.organisation, async (tx) => {
    const id =
      request.type === 'personal'
        ? await sharePersonal(tx, caller, ports.newId(), at)
        : await shareWithTeam(tx, caller, request, { ...ports, at })
    const project = (await tx.visibleProjects(caller.person.id)).find((each) => each.id === id)
    if (project) return project
    throw new ThroughlineError('internal', `the project "${id}" was not stored`)
  })
}

/** Only records it: what the person takes back came as operations. A reader shared nothing. */
export async function noteUnshared(
  store: TeamSyncStore,
  caller: Caller,
  { project }: { readonly project: string },
  { clock }: Pick<SyncServerPorts, 'clock'>,
): Promise<object> {
  requireSync(caller)
  if (!mayWrite(caller)) return {}
  const at = clock.now().toISOString()
  return store.writing(caller.organisation, async (tx) => {
    const [visible] = await tx.visibleAmong([project], caller.person.id)
    if (visible) await tx.audit(audited(caller, at, 'project-unshared', visible))
    return {}
  })
}

async function sharePersonal(
  tx: TeamSyncTransaction,
  caller: Caller,
  id: string,
  at: string,
): Promise<string> {
  requireWriter(caller)
  const { person } = caller
  const known = await tx.personalProject(person.id)
  if (known) return known.id
  const identity = `${personalPrefix}${person.id}`
  const project = { id, identity, name: person.name, aliases: [], personId: person.id }
  await tx.addProject({ ...project, type: 'personal' }, at)
  return id
}

async function shareWithTeam(
  tx: TeamSyncTransaction,
  caller: Caller,
  request: Extract<ShareRequest, { type: 'team' }>,
  { redactor, newId, at }: SyncServerPorts & { readonly at: string },
): Promise<string> {
  // A repository's URL may contain a password.
  const watched = watchRedactor(redactor)
  const clean = (text: string) => normaliseLine(visibleText(watched.redactor.redact(text)))
  const [identity, name] = [clean(request.identity), clean(request.name)]
  const identities = [...new Set([identity, ...request.aliases.map(clean)])]
  if (identities.some((each) => each.startsWith(personalPrefix))) throw reservedIdentity()
  const known = await tx.projectWith(identities)
  if (known && !mayWrite(caller)) return known.id
  requireWriter(caller)
  const id = known?.id ?? newId()
  if (watched.hasRedacted()) await tx.audit(audited(caller, at, 'secret-redacted', id))
  await tx.audit(audited(caller, at, 'project-shared', id))
  if (known) await tx.addAliases(id, newAliases(known, identities))
  else await tx.addProject({ id, type: 'team', identity, name, aliases: identities.slice(1) }, at)
  return id
}

const personalPrefix = 'personal:'

function reservedIdentity(): ThroughlineError {
  return new ThroughlineError('invalid-input', `"${personalPrefix}…" names a person's own project`)
}

function newAliases({ identity, aliases }: StoredProject, names: readonly string[]): string[] {
  return names.filter((name) => name !== identity && !aliases.includes(name))
}
