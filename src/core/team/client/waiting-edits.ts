/**
 * A teammate's edit of a memory in use waits in review while the approved wording stays. Until the
 * decision, the edit is kept as the shadow of the version this machine knows.
 */
import type { SharedMemory } from '../../../contract/team/sync.ts'
import type { Hash } from '../../model/content-key.ts'
import { isValid, type Memory } from '../../model/memory.ts'
import type { TeamItem } from '../../ports/team/team-client-store.ts'
import { proposalKey, propose } from '../../proposals/propose.ts'
import { describeSuspicion } from '../../provenance/suspicion.ts'
import { isApprovedNow } from './approval/approval.ts'
import { inWork, type TeamClientPorts, type TeamWork } from './client-ports.ts'
import { noteMemory } from './note-memory.ts'
import { hashText } from './shared-text.ts'

/** @param here the version in use until then */
export async function keepWaiting(
  work: TeamWork,
  edit: SharedMemory,
  here: Memory,
  seen: TeamItem,
): Promise<void> {
  const { tx, hash, clock, ids } = work
  const { author, text } = edit
  await tx.team.putItem({
    ...{ ...seen, state: 'synced', successor: undefined },
    textHash: hashText(here, hash),
  })
  await dropEarlierEdit(work, edit.id)
  await tx.team.putShadow(edit)
  const { content, kind, tags, keywords, files, importance, key = null, validTo } = text
  const values = { content, kind, tags, keywords, files, importance, key }
  await propose(
    tx,
    {
      ...{ action: 'update', key: editKey(edit, hash), memoryId: edit.id },
      ...{ memoryVersion: undefined, evidence: [] },
      // Closing a memory changes no words.
      wanted: { ...(validTo === undefined && values), trust: 'teammate', author },
      proposer: { kind: 'program', host: undefined, reason: describeSuspicion(content) },
      projectId: here.scope === 'project' ? here.scopeId : undefined,
    },
    { clock, ids },
  )
}

/** A later version replaces one that nobody decided. */
export async function dropEarlierEdit({ tx }: TeamWork, memoryId: string): Promise<void> {
  for (const { key, memoryId: about, wanted } of await tx.proposals.waiting()) {
    if (about === memoryId && wanted.author) await tx.proposals.remove(key)
  }
}

const editKey = ({ id, version }: SharedMemory, hash: Hash) =>
  proposalKey('update', ['edit', id, version], hash)

/**
 * Applies later decisions: an accepted edit is written; a dropped one is undone on the server if the
 * approved words are the user's own. A teammate's words stay only on this machine.
 * @param apply writes the edit as approved
 */
export async function settleEdits(
  ports: TeamClientPorts,
  apply: (work: TeamWork, edit: SharedMemory) => Promise<void>,
): Promise<void> {
  const waiting = await ports.store.team.waitingEdits()
  const proposed = (await ports.store.proposals.waiting()).filter(({ wanted }) => wanted.author)
  if (waiting.length === 0 && proposed.length === 0) return
  await inWork(ports, async (work) => {
    const { proposals } = work.tx
    const left = new Set<string>()
    for (const edit of waiting) {
      const key = editKey(edit, work.hash)
      if (await settleEdit(work, edit, key, apply)) await proposals.remove(key)
      else left.add(key)
    }
    // Edits that were replaced, or whose project is no longer shared.
    for (const { key } of proposed) if (!left.has(key)) await proposals.remove(key)
  })
}

/** @returns whether nothing is left to decide */
async function settleEdit(
  work: TeamWork,
  edit: SharedMemory,
  key: string,
  apply: (work: TeamWork, edit: SharedMemory) => Promise<void>,
): Promise<boolean> {
  const { tx, hash } = work
  const { project, id, author } = edit
  const [memory, item] = [await tx.memories.find(id), await tx.team.item(project, id)]
  const decision = (await tx.reviews.findDecision(key))?.decision
  const isAccepted = decision === 'accept' && memory?.author?.id === author.id
  // Words that the user chose meanwhile, even in review, reach the server as an edit of this one.
  const isReplaced = !memory || !item || hashText(memory, hash) !== item.textHash
  const isApproved = await isApprovedNow(work, edit, item)
  if (!isAccepted && !isReplaced && !isApproved && decision === undefined) return false
  await tx.team.removeShadow(project, id)
  await decideConflicts(work, id)
  if (isAccepted || (isApproved && !isReplaced && decision !== 'drop')) await apply(work, edit)
  else if (!isReplaced && !memory.author && isValid(memory)) {
    await tx.team.putItem({ ...item, textHash: '' })
    await noteMemory(work, id)
  }
  return true
}

/** A decision about the edit also decides about an own version that lost to it. */
async function decideConflicts({ tx, clock }: TeamWork, id: string): Promise<void> {
  const at = clock.now().toISOString()
  for (const { memoryId, proposalKey: key } of await tx.team.conflicts()) {
    if (memoryId === id) await tx.proposals.markDecided(key, at)
  }
}
