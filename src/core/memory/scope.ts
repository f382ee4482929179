/** Resolves a scope, a named project, session or agent, and a folder to memory addresses. */
import { ThroughlineError } from '../../contract/errors.ts'
import { normaliseLine } from '../../contract/memory-text.ts'
import type { MemoryScope } from '../../contract/vocabulary.ts'
import type { CallerNames } from '../model/caller-names.ts'
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
  | {
      readonly kind: 'project'
      readonly id: string
      readonly root?: string | undefined
      /** The project that the folder claims to be, without proof. */
      readonly claims?: { readonly id: string; readonly identity: string } | undefined
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'disabled' }
  /** The folder does not exist and belongs to no known project. */
  | { readonly kind: 'missing' }

export interface ScopePorts {
  /** The session and agent to use by default. */
  readonly caller?: CallerNames | undefined
  readonly redactor: Redactor
  /** By id, name, identity or alias. @throws ThroughlineError `not-found`, `conflict` */
  findProject(reference: string): Promise<{ readonly id: string }>
  /**
   * @param folder undefined if unknown: the result is then `disabled` or `none`
   * @param options.register whether to register a new project
   */
  projectOf(
    folder: string | undefined,
    options: { readonly register: boolean },
  ): Promise<FolderProject>
  /** By our id or the host's. */
  findSession(reference: string): Promise<{ readonly id: string } | undefined>
  /** Whether an orchestrator gave sessions this name. */
  isSharedSession(name: string): Promise<boolean>
}

const global: ScopeAddress = { scope: 'global', scopeId: '' }
const nameIt = 'name the project, or use scope "global"'

/** @throws ThroughlineError if the scope cannot be resolved; never falls back to global */
export async function addressToWrite(input: ScopedInput, ports: ScopePorts): Promise<ScopeAddress> {
  const here = await ports.projectOf(input.folder, { register: true })
  if (here.kind === 'disabled') throw switchedOffHere('nothing was stored')
  return resolve(input.scope ?? namedScopes(input)[0] ?? 'project', input, here, ports)
}

export function switchedOffHere(consequence: string): ThroughlineError {
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

/** The project that the folder claims to be, if its own project is read instead. */
export async function unverifiedClaimOf(
  { all, project, scope, folder }: ScopedInput & { readonly all: boolean },
  ports: ScopePorts,
): Promise<string | undefined> {
  if (all || project !== undefined || (scope ?? 'project') !== 'project') return undefined
  const here = await ports.projectOf(folder, { register: false })
  return here.kind === 'project' ? here.claims?.identity : undefined
}

/** The given scope, else the named ones, else the folder's; nearest first. */
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
  const own = addressesOfCaller(ports)
  const project = here.kind === 'project' ? [{ scope: here.kind, scopeId: here.id }] : []
  return [...own, ...project, global]
}

function addressesOfCaller({ caller = {}, redactor }: ScopePorts): ScopeAddress[] {
  return (['session', 'agent'] as const).flatMap((scope) => {
    const name = caller[scope]
    return name === undefined ? [] : [{ scope, scopeId: redactor.redact(name) }]
  })
}

export function missingFolder({ folder = '' }: PlaceInput): ThroughlineError {
  const message = isAbsolutePath(folder)
    ? `there is no folder "${folder}"`
    : `folder "${folder}" is not an absolute path`
  return new ThroughlineError('invalid-input', message, { hint: nameIt })
}

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
      return { scope, scopeId: agentName(input.agent ?? ports.caller?.agent, ports.redactor) }
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
  const shared = ports.caller?.session
  if (reference === undefined && shared !== undefined) return ports.redactor.redact(shared)
  if (reference === undefined) throw needs('session', 'the id of the session')
  const session = await ports.findSession(reference)
  if (session) return session.id
  if (reference === shared || (await ports.isSharedSession(reference))) return reference
  throw missingSession(reference)
}

export function missingSession(reference: string): ThroughlineError {
  return new ThroughlineError('not-found', `there is no session "${reference}"`, {
    hint: 'throughline sessions lists them',
  })
}

function agentName(given: string | undefined, redactor: Redactor): string {
  const name = given === undefined ? '' : normaliseLine(redactor.redact(given))
  if (name === '') throw needs('agent', 'the name of the agent')
  return name
}

function needs(scope: MemoryScope, what: string): ThroughlineError {
  return new ThroughlineError('invalid-input', `scope "${scope}" needs ${what}`, {
    hint: `give it as "${scope}"`,
  })
}
