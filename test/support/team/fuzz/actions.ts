/** What happens in a run: people work, machines sync, and everything goes wrong. */
import { runMemoryChecks } from '../../../../src/adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../../../src/adapters/git/branches.ts'
import { configSchema } from '../../../../src/contract/config.ts'
import { ThroughlineError } from '../../../../src/contract/errors.ts'
import type { MemoryKind } from '../../../../src/contract/vocabulary.ts'
import { beginDeletion, finishDeletions } from '../../../../src/core/deletion/delete-history.ts'
import { correctMemory } from '../../../../src/core/memory/change-memory.ts'
import { forgetMemory } from '../../../../src/core/memory/forget-memory.ts'
import type { NewMemory } from '../../../../src/core/memory/new-memory.ts'
import { writeMemory } from '../../../../src/core/memory/write-memory.ts'
import { isValid, type Memory } from '../../../../src/core/model/memory.ts'
import { decideProposal } from '../../../../src/core/review/decide-proposal.ts'
import { approvePerson } from '../../../../src/core/team/client/approval/apply-policy.ts'
import { switchDigests } from '../../../../src/core/team/client/digests/note-digest.ts'
import { joinProject } from '../../../../src/core/team/client/join-project.ts'
import {
  leaveTeam,
  unshareProject,
  withdrawLost,
} from '../../../../src/core/team/client/unshare-project.ts'
import { type Backup, takeBackup } from '../backup.ts'
import { endSession, putDigest } from '../end-session.ts'
import { putOperation } from '../sync-server.ts'
import { poison } from './bad-line.ts'
import type { Machine } from './machine.ts'
import type { World } from './world.ts'

export interface Run extends World {
  /** What happened, to be shown when something is wrong. */
  readonly story: string[]
  readonly backups: Backup[]
  /** Ids that somebody forgot or moved away on purpose, with the ids of these people. */
  readonly removed: Map<string, Set<string>>
  /** Ids of people who stopped sharing or left, until they share again or a backup is restored. */
  readonly left: Set<string>
  /** What teammates' memories said, with their history, on machines that stopped sharing. */
  readonly dropped: Set<string>
  /** Ids of memories that each machine's user wrote there. */
  readonly written: Map<Machine, Set<string>>
  /** Versions of teammates' edits that were dropped there, by the memory, whose approved words stay. */
  readonly kept: Map<Machine, Map<string, number>>
  count: number
}

/** Of a made-up token, put together so that no line here looks like a real one. */
export const secret = ['ghp', 'a1B2'.repeat(9)].join('_')
export const secluded = 'secluded'

const faultRate = 0.08
const weekMs = 7 * 86_400_000

const weights = {
  ...{ write: 14, edit: 10, forget: 4, moveOut: 1, keepToOneself: 2, approve: 2, decideEdit: 8 },
  ...{ sync: 40, syncAndDie: 6, goOffline: 2, comeBack: 4, revoke: 1, renew: 3 },
  ...{ unshare: 1, leave: 0.5, share: 3, shareMirror: 0.5, backUp: 3, restore: 2, prune: 1 },
  ...{ writeNewer: 0.5, endSession: 4, changeDigest: 2, deleteSession: 1, switchDigests: 3 },
}
type Action = keyof typeof weights

export async function act(run: Run): Promise<void> {
  const machine = run.random.pick(run.machines)
  const action = run.random.weighted(weights)
  const detail = await actions[action](run, machine)
  run.story.push(`${run.machines.indexOf(machine)} ${action}${detail ? ` ${detail}` : ''}`)
}

const actions: Record<Action, (run: Run, machine: Machine) => Promise<unknown>> = {
  write: (run, machine) => write(run, machine, fact(run)),
  async edit(run, machine) {
    const memory = await pickMemory(run, machine)
    if (!memory) return
    const content = run.random.chance(0.2)
      ? fact(run).content
      : `${memory.content} (${++run.count})`
    await ignoringRefusals(() =>
      machine.store.transaction(({ memories }) =>
        correctMemory(memories, memory, { content, trust: 'user' }, machine.ports(), now(machine)),
      ),
    )
    return `${memory.id.slice(-4)}: ${content}`
  },
  async forget(run, machine) {
    const memory = await pickMemory(run, machine)
    if (!memory) return
    noteRemoved(run, machine, memory.id)
    const before = await memoryIds(machine)
    await machine.store.transaction(({ memories }) =>
      forgetMemory(memories, memory.id, now(machine), { now: run.random.chance(0.3) }),
    )
    // Duplicates that were merged into it are forgotten with it.
    const left = await memoryIds(machine)
    for (const id of before) if (!left.has(id)) noteRemoved(run, machine, id)
    return memory.id.slice(-4)
  },
  async moveOut(run, machine) {
    const memory = await pickMemory(run, machine)
    if (!memory || memory.author) return
    noteRemoved(run, machine, memory.id)
    const scopeId = machine.secluded
    await ignoringRefusals(() =>
      machine.store.transaction(({ memories }) =>
        memories.update(memory.id, { scopeId }, now(machine)),
      ),
    )
    return memory.id.slice(-4)
  },
  keepToOneself: (run, machine) =>
    write(run, machine, {
      content: `The ${secluded} fact ${++run.count}.`,
      ...run.random.pick([
        { scopeId: machine.secluded },
        { scope: 'session', scopeId: 's1' } as const,
        { standing: 'candidate', source: 'heuristic' } as const,
      ]),
    }),
  async approve(run, machine) {
    const person = run.random.pick(run.machines).caller.person
    await ignoringRefusals(() => approvePerson(person.id, machine.ports()))
  },
  async decideEdit(run, machine) {
    const { proposals, memories, team } = machine.store
    const waiting = (await proposals.waiting()).filter(({ wanted }) => wanted.author)
    if (waiting.length === 0) return
    const proposal = run.random.pick(waiting)
    const { key, memoryId = '' } = proposal
    const memory = await memories.find(memoryId)
    if (!memory) return
    const decision = run.random.chance(0.5) ? 'accept' : 'drop'
    if (decision === 'drop' && memory.author) {
      const [item] = await team.itemsOf(memoryId)
      run.kept.get(machine)?.set(memoryId, item?.version ?? 0)
    }
    const config = () => configSchema.parse({})
    const ports = {
      ...machine.store,
      ...machine.ports(),
      readBranchStates,
      runMemoryChecks,
      config,
    }
    now(machine)
    await ignoringRefusals(() =>
      decideProposal({ key, proposal, memories: [memory] }, { key, decision }, ports),
    )
    return `${decision} ${memoryId.slice(-4)}`
  },
  async sync(run, machine) {
    machine.line.faults = run.random.chance(0.5) ? faultRate : 0
    await machine.sync()
    machine.line.faults = 0
  },
  async syncAndDie(run, machine) {
    const steps = 1 + run.random.below(200)
    const known = new Set(machine.line.forgotten)
    if ((await machine.sync(steps)) === 'done') return
    // What arrived last may not have been kept.
    machine.line.forgotten.clear()
    for (const id of known) machine.line.forgotten.add(id)
    return `at ${steps}`
  },
  async goOffline(_, machine) {
    machine.line.isOnline = false
    machine.clock.advance(weekMs)
  },
  async comeBack(_, machine) {
    machine.line.isOnline = true
  },
  async revoke(_, machine) {
    machine.line.isRevoked = true
  },
  async renew(_, machine) {
    machine.line.isRevoked = false
  },
  async unshare(run, machine) {
    const projects = await machine.store.team.projects()
    if (projects.length === 0) return
    await noteDropped(run, machine)
    for (const { id } of projects) await unshareProject(id, machine.ports())
    machine.line.forgotten.clear()
    await noteLeft(run, machine)
  },
  async leave(run, machine) {
    const { person } = machine.caller
    const own = run.machines.filter(({ caller }) => caller.person === person)
    // A restored server gets what it lost, so that it learns that this is taken back.
    for (const each of own) {
      await each.sync()
      if (await withdrawLost(each.ports())) await each.sync()
    }
    const states = await Promise.all(own.map(({ store }) => store.team.connection()))
    await run.server.takeBackAll(machine.caller)
    for (const each of own) {
      await noteDropped(run, each)
      await leaveTeam(each.ports())
      each.line.forgotten.clear()
      await each.connect()
    }
    if (states.every((each) => each?.state === 'connected')) await noteLeft(run, machine)
  },
  share: (run, machine) => share(run, machine),
  shareMirror: (run, machine) => share(run, machine, machine.mirror),
  async backUp(run) {
    run.backups.push(await takeBackup(run.owner, run.organisation))
  },
  async restore(run) {
    if (run.backups.length === 0) return 'nothing'
    run.left.clear()
    return run.random.pick(run.backups).restore()
  },
  prune(run) {
    const end = '9999-01-01T00:00:00.000Z'
    return run.store.writing(run.organisation, (tx) => tx.prune({ changes: end, answers: end }))
  },
  /** By a client of a version to come, on a server of that version. */
  async writeNewer({ store, organisation, count }, { caller: { person }, store: { ids }, clock }) {
    const at = clock.now().toISOString()
    const { text } = putOperation('', { ...{ content: `Foretold ${count}.` }, kind: unknownKind })
    await store.writing(organisation, async (tx) => {
      const [project] = await tx.visibleProjects(person.id)
      if (!project) return
      const place = { id: ids.next(), project: project.id, version: 1 }
      const whose = { author: person, creator: person.id, sharedAt: at }
      await tx.write({ type: 'memory', ...place, ...whose, text }, at)
    })
  },
  async endSession(run, machine) {
    if (!machine.line.knowsDigests) return
    const projectId = run.random.chance(0.2) ? machine.secluded : machine.shared
    const said = projectId === machine.secluded ? `The ${secluded} work.` : fact(run).content
    const id = await endSession(machine.store, { projectId, at: now(machine), said })
    return `${id.slice(-4)}: ${said}`
  },
  async changeDigest(run, machine) {
    const id = await pickSession(run, machine)
    if (id) await putDigest(machine.store, id, `${fact(run).content} (${++run.count})`)
    return id?.slice(-4)
  },
  async deleteSession(run, machine) {
    const sessionId = await pickSession(run, machine)
    if (!sessionId) return
    await beginDeletion({ sessionId }, { withMemories: false, forever: true }, machine)
    await finishDeletions(machine)
    return sessionId.slice(-4)
  },
  async switchDigests(run, machine) {
    if (!machine.line.knowsDigests) return
    const isOn = run.random.chance(0.7)
    for (const { id } of await machine.store.team.projects()) {
      await switchDigests(id, isOn, machine.ports())
    }
    return isOn ? 'on' : 'off'
  },
}

async function pickSession({ random }: Run, machine: Machine): Promise<string | undefined> {
  const ids = await machine.store.digests.lastDigested(machine.shared, 100)
  return ids.length > 0 ? random.pick(ids) : undefined
}

export const unknownKind = 'prophecy' as MemoryKind

export async function share(
  { left }: Run,
  machine: Machine,
  project = machine.shared,
): Promise<void> {
  await ignoringRefusals(() => joinProject(project, machine.ports()))
  if ((await machine.store.team.projects()).length > 0) left.delete(machine.caller.person.id)
}

async function memoryIds({ store }: Machine): Promise<Set<string>> {
  const all = { addresses: 'all', includeSuperseded: true } as const
  const { memories } = await store.memories.list(all, { limit: 10_000, offset: 0 })
  return new Set(memories.map(({ id }) => id))
}

function noteRemoved({ removed }: Run, { caller }: Machine, id: string): void {
  removed.set(id, new Set([...(removed.get(id) ?? []), caller.person.id]))
}

async function noteDropped({ dropped }: Run, { store: { memories } }: Machine): Promise<void> {
  const page = { limit: 10_000, offset: 0 }
  const { memories: all } = await memories.list({ addresses: 'all' }, page)
  for (const { id, content, author } of all) {
    if (!author) continue
    const former = (await memories.revisions(id)).map(({ memory }) => memory.content)
    for (const each of [content, ...former]) dropped.add(each)
  }
}

/** If none of the person's machines shares any more. */
async function noteLeft({ machines, left }: Run, { caller: { person } }: Machine): Promise<void> {
  const own = machines.filter(({ caller }) => caller.person === person)
  const shared = await Promise.all(own.map(({ store }) => store.team.projects()))
  if (shared.flat().every(({ state }) => state === 'leaving')) left.add(person.id)
}

/** Few enough that two people often say the same. */
function fact({ random, count }: Run): Partial<NewMemory> & { content: string } {
  const service = random.below(12)
  const content = `Service ${service} listens on port ${8_000 + random.below(4)}.`
  if (random.chance(0.05)) return { content: `${content} Its token is ${secret}` }
  if (random.chance(0.03)) return { content: `${poison} ${count}: ${content}` }
  return random.chance(0.2) ? { content, key: `port of ${service % 4}` } : { content }
}

async function write(run: Run, machine: Machine, given: Partial<NewMemory> & { content: string }) {
  const { store } = machine
  const ports = { ...machine.ports(), memories: store.memories, transaction: store.transaction }
  const place = { scope: 'project', scopeId: machine.shared } as const
  now(machine)
  await ignoringRefusals(async () => {
    const { memory } = await writeMemory(
      { ...place, source: 'manual', trust: 'user', ...given },
      ports,
    )
    if (memory.author || memory.standing === 'candidate') return
    run.written.get(machine)?.add(memory.id)
  })
  return given.content
}

async function pickMemory({ random }: Run, machine: Machine): Promise<Memory | undefined> {
  const addresses = [{ scope: 'project', scopeId: machine.shared } as const]
  const page = { limit: 1_000, offset: 0 }
  const { memories } = await machine.store.memories.list({ addresses }, page)
  // What a program only heard stays on its machine, as long as nobody edits it.
  const own = memories.filter(({ author, standing }) => author || standing === 'memory')
  // By the random end of the id: its beginning is the time of some machine's clock.
  const valid = own.filter(isValid).sort((a, b) => (a.id.slice(-12) < b.id.slice(-12) ? -1 : 1))
  return valid.length > 0 ? random.pick(valid) : undefined
}

function now({ clock }: Machine): string {
  clock.advance(1_000)
  return clock.now().toISOString()
}

/** A person would be told, and do something else. */
async function ignoringRefusals(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ThroughlineError) || error.code === 'internal') throw error
  }
}
