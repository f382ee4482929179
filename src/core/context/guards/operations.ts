/** The guards of the contract: proposed from a memory, tested on history, set by the user alone. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { GuardHandlers } from '../../../contract/operations/guards.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { findByAnyId, findById } from '../../memory/find-memory.ts'
import type { Memory } from '../../model/memory.ts'
import type { Guard, GuardPattern, GuardStore } from '../../ports/guard-store.ts'
import type { HostProtocol } from '../../ports/host.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { ProjectStore } from '../../ports/projects.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { Clock } from '../../ports/runtime.ts'
import { type BacktestPorts, backtest } from './backtest.ts'
import { isEnforced } from './guard.ts'
import { proposePatterns } from './propose.ts'

type GuardHost = OutputOf<'listGuards'>['hosts'][number]
type ListedGuard = OutputOf<'listGuards'>['guards'][number]

export interface GuardPorts extends BacktestPorts {
  readonly guards: GuardStore
  readonly memories: MemoryStore
  readonly projects: Pick<ProjectStore, 'find'>
  readonly redactor: Redactor
  readonly clock: Clock
  readonly guardHosts: () => readonly GuardHost[]
  /** Tells the hooks what to look for. */
  readonly publishGuards: () => Promise<void>
}

export function createGuardOperations(ports: GuardPorts): GuardHandlers {
  const { guards } = ports
  return {
    async listGuards() {
      const listed = await Promise.all((await guards.list()).map((each) => toListed(each, ports)))
      return { guards: listed, hosts: [...ports.guardHosts()] }
    },
    async getGuard({ id }) {
      const { memory, guard } = await findBoth(id, ports)
      return describe(memory, guard, ports)
    },
    async setGuard({ id, level, patterns, exceptions }) {
      const { memory, guard } = await findBoth(id, ports)
      const wanted = {
        level: level ?? guard?.level ?? 'note',
        patterns: cleaned(patterns, ports) ?? guard?.patterns ?? proposed(memory),
        exceptions: cleaned(exceptions, ports) ?? guard?.exceptions ?? [],
      }
      const obstacle = obstacleOf(memory, guard)
      const isRaised = isEnforced(wanted.level) && !(guard && isEnforced(guard.level))
      if (isRaised && obstacle !== undefined) throw cannotEnforce(obstacle)
      if (wanted.level !== 'off' && wanted.patterns.length === 0) throw namesNothing()
      // It keeps the user's words when somebody else has changed the memory.
      const about = obstacle === undefined ? (memory ?? guard) : (guard ?? memory)
      if (!about) throw new ThroughlineError('internal', 'a guard without a memory')
      const { scope, scopeId, content } = about
      const setAt = ports.clock.now().toISOString()
      const memoryId = memory?.id ?? guard?.memoryId ?? id
      await guards.put({ memoryId, scope, scopeId, content, setAt, ...wanted })
      await ports.publishGuards()
      return describe(memory, await guards.find(memoryId), ports)
    },
  }
}

/** What a host's hooks can do about a tool call. */
export function describeGuards({
  name,
  displayName,
  events,
  capabilities,
}: Pick<HostProtocol, 'name' | 'displayName' | 'events' | 'capabilities'>): GuardHost {
  const noting = events.find(({ answersAtTool }) => answersAtTool)
  const { guards } = capabilities
  const notes = noting === undefined ? 'never' : noting.isOnlyAsked ? 'before' : 'after'
  return { name, displayName, notes, asks: guards.includes('ask'), blocks: guards.length > 0 }
}

interface Both {
  readonly memory: Memory | undefined
  readonly guard: Guard | undefined
}

/** A guard outlives a memory that others removed. @throws ThroughlineError `not-found` */
async function findBoth(id: string, { memories, guards }: GuardPorts): Promise<Both> {
  const memory = await findByAnyId(memories, id)
  if (memory) return { memory, guard: await guards.find(memory.id) }
  const guard = (await guards.list()).find((each) => each.memoryId.endsWith(id.toLowerCase()))
  return guard ? { memory, guard } : { memory: await findById(memories, id), guard }
}

const proposed = (memory: Memory | undefined): GuardPattern[] =>
  memory ? proposePatterns(memory.content) : []

function cleaned(
  patterns: readonly GuardPattern[] | undefined,
  { redactor }: GuardPorts,
): GuardPattern[] | undefined {
  return patterns?.map(({ tool, command, path }) => ({
    ...(tool !== undefined && { tool: redactor.redact(tool) }),
    ...(command !== undefined && { command: redactor.redact(command) }),
    ...(path !== undefined && { path: cleanPath(redactor.redact(path)) }),
  }))
}

const cleanPath = (path: string) => path.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '')

/** Why it may only note: what holds a tool back speaks in the user's name. */
function obstacleOf(memory: Memory | undefined, guard: Guard | undefined): string | undefined {
  if (!memory) return guard ? undefined : 'it was forgotten'
  if (memory.author) return `these are the words of ${memory.author.name}`
  if (memory.trust !== 'user') return `these are the words of ${sayers[memory.trust]}`
  if (memory.standing === 'candidate') return 'it is a candidate that you have not confirmed'
  return memory.validTo === undefined ? undefined : 'another memory has replaced it'
}

const sayers: Readonly<Record<Exclude<Memory['trust'], 'user'>, string>> = {
  agent: 'an agent',
  teammate: 'a teammate',
  repository: 'a repository',
  tool: 'a tool',
}

function cannotEnforce(obstacle: string): ThroughlineError {
  return new ThroughlineError('not-allowed', `this memory can only note: ${obstacle}`, {
    hint: 'store the rule in your own words: throughline remember "…" --kind rule',
  })
}

function namesNothing(): ThroughlineError {
  return new ThroughlineError('invalid-input', 'its text forbids no command and no path outright', {
    hint: 'say what to hold back: --command "npm install", --path src/api or --tool WebFetch',
  })
}

async function describe(
  memory: Memory | undefined,
  guard: Guard | undefined,
  ports: GuardPorts,
): Promise<OutputOf<'getGuard'>> {
  const obstacle = obstacleOf(memory, guard)
  const about = guard ?? newGuard(memory)
  const { setAt, ...listed } = await toListed(about, ports)
  const learnedFrom = memory ? await ports.memories.sources(memory.id) : []
  const projectId = about.scope === 'project' ? about.scopeId : undefined
  const { patterns, exceptions } = about
  const turns = learnedFrom.filter(({ type }) => type === 'turn').map(({ ref }) => ref)
  const question = { patterns, exceptions, projectId, learnedFrom: new Set(turns) }
  return {
    ...listed,
    ...(guard && { setAt }),
    ...(obstacle !== undefined && { obstacle }),
    backtest: await backtest(question, ports),
    hosts: [...ports.guardHosts()],
  }
}

/** As it is without the user's hand. */
function newGuard(memory: Memory | undefined): Guard {
  if (!memory) throw new ThroughlineError('internal', 'a guard without a memory')
  const { id: memoryId, scope, scopeId, content, updatedAt: setAt } = memory
  const nothing = { exceptions: [], fired: 0, last: undefined }
  return {
    memoryId,
    scope,
    scopeId,
    content,
    level: 'note',
    patterns: proposed(memory),
    setAt,
    ...nothing,
  }
}

async function toListed(guard: Guard, { memories, projects }: GuardPorts): Promise<ListedGuard> {
  const { memoryId: id, scope, scopeId, last, patterns, exceptions, ...rest } = guard
  const memory = await memories.find(id)
  const project = scope === 'project' ? await projects.find(scopeId) : undefined
  const state =
    memory === undefined
      ? 'removed'
      : memory.validTo !== undefined
        ? 'replaced'
        : memory.content === guard.content
          ? 'kept'
          : 'changed'
  return {
    ...{ id, ...rest, patterns: [...patterns], exceptions: [...exceptions], state },
    ...(last && { last }),
    ...(project && { project: project.name }),
  }
}
