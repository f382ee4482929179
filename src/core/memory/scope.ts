/** Whose memories are meant: from what was said and the folder one is in to addresses. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { MemoryScope } from '../../contract/memory.ts'
import { normaliseKey } from '../../contract/memory-text.ts'
import { isAbsolutePath } from '../model/folder-path.ts'
import type { ScopeAddress } from '../model/memory.ts'
import type { Redactor } from '../ports/redactor.ts'

export interface PlaceInput {
  readonly project?: string | undefined
  readonly session?: string | undefined
  readonly agent?: string | undefined
  readonly folder?: string | undefined
}

export interface ScopedInput extends PlaceInput {
  readonly scope?: MemoryScope | undefined
}

export type FolderProject =
  | { readonly kind: 'project'; readonly id: string; readonly root?: string | undefined }
  | { readonly kind: 'none' }
  /** Nothing may be kept of what happens there. */
  | { readonly kind: 'disabled' }
  /** There is no such folder, and no project is known by it. */
  | { readonly kind: 'missing' }

export interface ScopePorts {
  readonly redactor: Redactor
  /** By id, name, identity or alias. @throws ThroughlineError `not-found`, `conflict` */
  findProject(reference: string): Promise<{ readonly id: string }>
  /**
   * @param folder undefined where none is known; then only whether all is switched off counts
   * @param options.register whether a project not seen before may be made known
   */
  projectOf(
    folder: string | undefined,
    options: { readonly register: boolean },
  ): Promise<FolderProject>
  /** By our id or the host's. */
  findSession(reference: string): Promise<{ readonly id: string } | undefined>
}

const global: ScopeAddress = { scope: 'global', scopeId: '' }
const nameIt = 'name the project, or use scope "global"'

/** @throws ThroughlineError when the scope needs what is not there: never a silent global write */
export async function addressToWrite(input: ScopedInput, ports: ScopePorts): Promise<ScopeAddress> {
  const here = await ports.projectOf(input.folder, { register: true })
  if (here.kind === 'disabled') throw switchedOff('nothing was stored')
  return resolve(input.scope ?? namedScopes(input)[0] ?? 'project', input, here, ports)
}

/** @param consequence what therefore is so */
export function switchedOff(consequence: string): ThroughlineError {
  const message = `Throughline is switched off here; ${consequence}`
  return new ThroughlineError('conflict', message, {
    hint: 'see `throughline config list`: enabled, disabledProjects',
  })
}

export async function addressesToRead(
  input: ScopedInput & { readonly all: boolean },
  ports: ScopePorts,
): Promise<readonly ScopeAddress[] | 'all'> {
  return input.all ? 'all' : addressesInReach(input, ports)
}

/** One scope, what was named, or all that holds in the folder; the nearest first. */
export async function addressesInReach(
  input: ScopedInput,
  ports: ScopePorts,
): Promise<readonly ScopeAddress[]> {
  const here = await ports.projectOf(input.folder, { register: false })
  const scopes = input.scope ? [input.scope] : namedScopes(input)
  if (scopes.length > 0) {
    return Promise.all(scopes.map((scope) => resolve(scope, input, here, ports)))
  }
  if (here.kind === 'missing') throw missingFolder(input)
  return here.kind === 'project' ? [{ scope: 'project', scopeId: here.id }, global] : [global]
}

export function missingFolder({ folder = '' }: PlaceInput): ThroughlineError {
  const message = isAbsolutePath(folder)
    ? `there is no folder "${folder}"`
    : `folder "${folder}" is not an absolute path`
  return new ThroughlineError('invalid-input', message, { hint: nameIt })
}

/** Whoever names a session, an agent or a project means it. */
function namedScopes(input: ScopedInput) {
  return (['session', 'agent', 'project'] as const).filter((scope) => input[scope] !== undefined)
}

async function resolve(
  scope: MemoryScope,
  input: PlaceInput,
  here: FolderProject,
  ports: ScopePorts,
): Promise<ScopeAddress> {
  switch (scope) {
    case 'global':
      return global
    case 'project':
      return { scope, scopeId: await projectId(input, here, ports) }
    case 'session':
      return { scope, scopeId: await sessionId(input.session, ports) }
    case 'agent':
      return { scope, scopeId: agentName(input.agent, ports.redactor) }
  }
}

async function projectId(
  { project, folder }: PlaceInput,
  here: FolderProject,
  ports: ScopePorts,
): Promise<string> {
  if (project !== undefined) return (await ports.findProject(project)).id
  if (here.kind === 'project') return here.id
  if (here.kind === 'missing') throw missingFolder({ folder })
  const where = folder === undefined ? 'no folder was given' : `${folder} belongs to no project`
  throw new ThroughlineError('invalid-input', `scope "project" needs a project; ${where}`, {
    hint: nameIt,
  })
}

async function sessionId(reference: string | undefined, ports: ScopePorts): Promise<string> {
  if (reference === undefined) throw needs('session', 'the id of the session')
  const session = await ports.findSession(reference)
  if (session) return session.id
  throw new ThroughlineError('not-found', `there is no session "${reference}"`, {
    hint: 'throughline sessions lists them',
  })
}

function agentName(given: string | undefined, redactor: Redactor): string {
  const name = given === undefined ? '' : normaliseKey(redactor.redact(given))
  if (name === '') throw needs('agent', 'the name of the agent')
  return name
}

function needs(scope: MemoryScope, what: string): ThroughlineError {
  return new ThroughlineError('invalid-input', `scope "${scope}" needs ${what}`, {
    hint: `give it as "${scope}"`,
  })
}
