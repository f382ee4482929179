/**
 * Applies a line from another machine to the store. Anyone who can write to the folder could have
 * written it, so it is redacted and limited like any text, changes only what is shared, and is never
 * the user's word. What an agent could only propose, a machine proposes too, unless the user trusts
 * it.
 */
import type {
  BundleLine,
  BundleMemoryLine,
  BundleProjectLine,
  ForgottenLine,
} from '../../contract/bundle.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { applyLine, type BundleProgress } from '../bundle/apply-line.ts'
import { mergeMemory } from '../bundle/merge-memory.ts'
import { cleanContent, cleanLabels, hashContent } from '../memory/new-memory.ts'
import { whoWins } from '../memory/who-wins.ts'
import type { Memory } from '../model/memory.ts'
import type { Runtime } from '../ports/runtime.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { isUsersOwn } from '../proposals/agent-proposals.ts'
import { type NewProposal, proposalKey, propose } from '../proposals/propose.ts'

export type ReceivePorts = Pick<Runtime, 'redactor' | 'hash' | 'clock' | 'ids'>

export interface Sender {
  /** The machine's id. */
  readonly id: string
  readonly isTrusted: boolean
  /** Ids of memories that the user kept in review. */
  readonly kept: ReadonlySet<string>
}

export type ReceiveOutcome = 'added' | 'updated' | 'forgotten' | 'proposed' | 'known' | 'refused'

export async function receiveLine(
  line: BundleLine,
  sender: Sender,
  progress: BundleProgress,
  tx: StoreTransaction,
  ports: ReceivePorts,
): Promise<ReceiveOutcome> {
  switch (line.type) {
    case 'project':
      await receiveProject(line, sender, progress, tx, ports)
      return 'known'
    case 'memory':
      return receiveMemory(line, sender, progress, tx, ports)
    case 'forgotten':
      return receiveForgotten(line, sender, tx, ports)
    default:
      return 'refused'
  }
}

/**
 * Another identity or commit would give a project's memories to the folder that has it, so only a
 * trusted machine may add one to a known project. A new project has no memories yet: its commits let
 * a clone on this machine prove that it is the same.
 */
async function receiveProject(
  line: BundleProjectLine,
  { isTrusted }: Sender,
  progress: BundleProgress,
  tx: StoreTransaction,
  { hash }: ReceivePorts,
): Promise<void> {
  const { id, identity, aliases, commits } = line
  const named = await tx.projects.findByIdentity(identity)
  const known = named ?? (await tx.projects.find(id))
  if (!known) {
    await applyLine({ ...line, root: undefined }, progress, tx, hash)
    return
  }
  if (named && named.id !== id) progress.renamed.set(id, named.id)
  if (!isTrusted) return
  const others = [identity, ...aliases].filter((each) => each !== known.identity)
  await tx.projects.addAliases(known.id, others)
  for (const commit of commits) await tx.projects.addCommit(known.id, commit)
}

async function receiveMemory(
  given: BundleMemoryLine,
  sender: Sender,
  { renamed }: BundleProgress,
  tx: StoreTransaction,
  ports: ReceivePorts,
): Promise<ReceiveOutcome> {
  const clean = cleanLine(given, ports)
  if (!clean || !isShared(clean.memory)) return 'refused'
  const { id } = clean.memory
  const here = await tx.memories.find(id)
  if (here && !isShared(here)) return 'refused'
  const machine = sender.id
  const scopeId = renamed.get(clean.memory.scopeId) ?? clean.memory.scopeId
  const barred = sender.isTrusted
    ? undefined
    : await findBarred({ ...clean.memory, scopeId }, here, sender, tx, ports)
  if (barred) return proposeMemory({ ...clean.memory, scopeId }, barred.memory, sender, tx, ports)
  const received = await tx.sync.received(id)
  const isRestoredThere = received?.machine === machine && received.version === 0
  if (!here && isRestoredThere) await tx.sync.dropTombstone(id)
  const memory = {
    ...clean.memory,
    scopeId,
    // Pins and uses belong to each machine.
    pinned: here?.pinned ?? false,
    useCount: here?.useCount ?? 0,
    lastUsedAt: here?.lastUsedAt,
  }
  const outcome = await mergeMemory({ ...clean, memory }, tx, ports.hash)
  if (outcome === 'misplaced') return 'refused'
  if (outcome === 'forgotten') return 'known'
  const merged = await tx.memories.find(id)
  if (merged && merged.version === memory.version) {
    await tx.sync.setReceived(id, { machine, version: merged.version })
  }
  return outcome
}

type ReceivedMemory = BundleMemoryLine['memory']

/** What only the user may change, and the memory that would change. */
async function findBarred(
  given: ReceivedMemory,
  here: Memory | undefined,
  { kept }: Sender,
  { memories }: StoreTransaction,
  { hash }: ReceivePorts,
): Promise<{ readonly memory: Memory | undefined } | undefined> {
  if (here) return isUsersOwn(here, kept) ? { memory: here } : undefined
  const { scope, scopeId, key, content } = given
  // Of two with one key or text the older keeps it, and anyone can choose an old id.
  const rival =
    (key !== undefined && (await memories.findByKey({ scope, scopeId }, key))) ||
    (await memories.findByHash({ scope, scopeId }, hashContent(content, hash)))
  if (rival && isUsersOwn(rival, kept)) return { memory: rival }
  return scope === 'global' ? { memory: undefined } : undefined
}

async function proposeMemory(
  given: ReceivedMemory,
  memory: Memory | undefined,
  sender: Sender,
  tx: StoreTransaction,
  ports: ReceivePorts,
): Promise<ReceiveOutcome> {
  const { scope, scopeId, content, kind, key, tags, keywords, importance, files, trust } = given
  const textHash = hashContent(content, ports.hash)
  const winner = whoWins({
    isSame: memory?.kind === kind && hashContent(memory.content, ports.hash) === textHash,
    isChangedThere: memory?.id !== given.id || given.version > memory.version,
    // The user is asked either way.
    isChangedHere: true,
  })
  if (given.validTo !== undefined || winner !== 'both') return 'known'
  const said = { content, kind, tags, keywords, importance, files, trust }
  if (memory?.id === given.id) {
    const parts = [memory.id, memory.contentHash, said]
    const change = { action: 'update' as const, wanted: said }
    return keepProposal({ ...change, memory, parts }, sender, tx, ports)
  }
  const wanted = { scope, scopeId, ...said, ...(key !== undefined && { key }) }
  const parts = [scope, scopeId, content, key, kind, memory?.id]
  return keepProposal({ action: 'store', memory, wanted, parts }, sender, tx, ports)
}

/** More than any user would read. */
const mostWaiting = 200

async function keepProposal(
  change: Pick<NewProposal, 'action' | 'wanted'> & {
    readonly memory: Memory | undefined
    readonly parts: readonly unknown[]
  },
  { id }: Sender,
  tx: StoreTransaction,
  ports: ReceivePorts,
): Promise<ReceiveOutcome> {
  const { action, wanted, memory, parts } = change
  if ((await tx.proposals.waiting()).length >= mostWaiting) return 'refused'
  const address = memory ?? wanted
  const proposed = await propose(
    tx,
    {
      ...{ action, wanted, key: proposalKey(action, parts, ports.hash), evidence: [] },
      ...{ memoryId: memory?.id, memoryVersion: memory?.version },
      proposer: { kind: 'program', host: undefined, reason: `from machine ${id.slice(-12)}` },
      projectId: address.scope === 'project' ? address.scopeId : undefined,
    },
    ports,
  )
  return proposed === 'new' ? 'proposed' : 'known'
}

/** @returns undefined if something in it may not be stored */
function cleanLine(line: BundleMemoryLine, ports: ReceivePorts): BundleMemoryLine | undefined {
  const cleanMemory = (memory: BundleMemoryLine['memory']): BundleMemoryLine['memory'] => {
    const { content } = cleanContent(memory.content, memory.key, ports)
    const { tags = [], keywords = [], files = [] } = cleanLabels(memory, ports.redactor)
    return {
      ...{ ...memory, content, tags: [...tags], keywords: [...keywords], files: [...files] },
      source: 'sync',
      trust: memory.trust === 'user' ? 'agent' : memory.trust,
    }
  }
  try {
    return {
      ...line,
      memory: cleanMemory(line.memory),
      // Sources refer to the other machine's history.
      sources: [],
      revisions: line.revisions.map((each) => ({ ...each, memory: cleanMemory(each.memory) })),
    }
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'invalid-input') return undefined
    throw error
  }
}

/** Forgetting beats editing. What another machine forgets can be restored here as usual. */
async function receiveForgotten(
  { archive: _, ...line }: ForgottenLine,
  sender: Sender,
  tx: StoreTransaction,
  ports: ReceivePorts,
): Promise<ReceiveOutcome> {
  const here = await tx.memories.find(line.id)
  if (here ? !isShared(here) : !isShared({ ...line, standing: 'memory' })) return 'refused'
  if (await tx.memories.findForgotten(line.id)) return 'known'
  if (here && !sender.isTrusted && isUsersOwn(here, sender.kept)) {
    const parts = [here.id, here.contentHash]
    return keepProposal({ action: 'forget', wanted: {}, memory: here, parts }, sender, tx, ports)
  }
  if (here) await tx.memories.forget(line.id, line.forgottenAt, { archive: true })
  else await tx.bundles.putForgotten(line)
  await tx.sync.setReceived(line.id, { machine: sender.id, version: 0 })
  return here ? 'forgotten' : 'known'
}

/** Candidates, and memories of a session or an agent, stay on their machine. */
export function isShared({ scope, standing }: Pick<Memory, 'scope' | 'standing'>): boolean {
  return standing === 'memory' && (scope === 'global' || scope === 'project')
}
