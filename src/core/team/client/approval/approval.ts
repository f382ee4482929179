/** Whether a teammate's memories are used here, and who approved them. */
import type {
  Author,
  SharedMemory,
  SharedText,
  TeamPolicy,
} from '../../../../contract/team/sync.ts'
import type { Memory } from '../../../model/memory.ts'
import type {
  TeamClientStore,
  TeamItem,
  TeamPerson,
} from '../../../ports/team/team-client-store.ts'
import { describeSuspicion, isSuspicious } from '../../../provenance/suspicion.ts'
import type { WaitReason } from '../../../review/review-item.ts'
import type { TeamWork } from '../client-ports.ts'

/**
 * `you`: approved here. `policy`: approved by the team's policy. `newcomer`: the policy would
 * approve, but their first memory is less than 24 hours old. `revoked`: not approved here, despite
 * any policy.
 */
export type Approval = 'you' | 'policy' | 'newcomer' | 'revoked' | 'none'

type Approvable = Pick<TeamPerson, 'id' | 'approvedAt' | 'revokedAt'>

/** The user's own decision overrides the policy, either way. */
export function approvalOf(
  { id, approvedAt, revokedAt }: Approvable,
  policy: TeamPolicy | undefined,
): Approval {
  if (approvedAt !== undefined) return 'you'
  if (revokedAt !== undefined) return 'revoked'
  if (!policy || !isCovered(id, policy)) return 'none'
  return policy.newcomers.includes(id) ? 'newcomer' : 'policy'
}

export function isApproved(approval: Approval): boolean {
  return approval === 'you' || approval === 'policy'
}

function isCovered(id: string, { approve, people }: TeamPolicy): boolean {
  return approve === 'members' || (approve === 'named' && people.includes(id))
}

// Whether a teammate's memory is used here at once: if the user or the team's policy approved them.
// Suspicious memories and floods wait in review even then. Recall finds them meanwhile.

interface Arrival extends Pick<SharedMemory, 'isFromNewcomer'> {
  readonly author: Author
  readonly text: Pick<SharedText, 'content'>
  readonly here: Present | undefined
  /** Every member is the same as here. */
  readonly isUnchanged: boolean
  /** The memory here that says the same. */
  readonly twin: Memory | undefined
  /** The team had it when this machine joined the project, so any amount is no flood. */
  readonly isFromBefore: boolean
}

/** The current memory on this machine. */
interface Present {
  readonly content: string
  readonly standing: Memory['standing']
  readonly validTo?: Memory['validTo']
  readonly confirmation?: Memory['confirmation']
}

/** Words that agents get; only approved words may replace them. */
export function isUsed(here: Pick<Present, 'standing' | 'validTo'> | undefined): boolean {
  return here?.standing === 'memory' && here.validTo === undefined
}

interface Judged extends Pick<Memory, 'standing' | 'confirmation'>, Pick<TeamItem, 'hourCount'> {}

const mostAnHour = 20
const hourMs = 60 * 60 * 1_000

export async function judgeArrival(work: TeamWork, arrival: Arrival): Promise<Judged> {
  const { author, text, here, isUnchanged, twin, isFromBefore } = arrival
  const person = await countArrival(work, author, isFromBefore ? 0 : 1)
  const hourCount = isFromBefore ? undefined : person.hourCount
  const saysTheSame = here?.content === text.content
  if (here && (isUnchanged || (saysTheSame && !isUsed(here)))) {
    return { standing: here.standing, confirmation: here.confirmation, hourCount }
  }
  if (twin?.standing === 'memory' && !isUsed(here))
    return { standing: 'memory', confirmation: 'repeated', hourCount }
  const policy = await policyFor(work, arrival)
  const isTrusted = isApproved(approvalOf(person, policy)) && !isFlood({ hourCount })
  return isTrusted && !isSuspicious(text.content)
    ? { standing: 'memory', confirmation: saysTheSame ? here.confirmation : 'approved', hourCount }
    : { standing: 'candidate', confirmation: undefined, hourCount }
}

/** For an edit that waited: its author may have been approved since. */
export async function isApprovedNow(
  { tx }: TeamWork,
  { author: { id }, text }: Pick<SharedMemory, 'author' | 'text'>,
  item: Pick<TeamItem, 'hourCount'> | undefined,
): Promise<boolean> {
  const person = (await tx.team.person(id)) ?? { id, approvedAt: undefined }
  const policy = (await tx.team.connection())?.policy
  return (
    isApproved(approvalOf(person, policy)) && !isFlood(item ?? {}) && !isSuspicious(text.content)
  )
}

export function isFlood({ hourCount = 0 }: Pick<TeamItem, 'hourCount'>): boolean {
  return hourCount > mostAnHour
}

/** What a memory says about its author is newer than the policy from the last pull. */
async function policyFor({ tx }: TeamWork, { author: { id }, isFromNewcomer }: Arrival) {
  const policy = (await tx.team.connection())?.policy
  if (!policy || !isFromNewcomer || policy.newcomers.includes(id)) return policy
  const changed = { ...policy, newcomers: [...policy.newcomers, id] }
  await tx.team.changeConnection({ policy: changed })
  return changed
}

async function countArrival(
  { tx, clock }: TeamWork,
  { id, name }: Author,
  count: number,
): Promise<TeamPerson> {
  const now = clock.now()
  const at = now.toISOString()
  const known = await tx.team.person(id)
  const isSameHour = known && Math.abs(now.getTime() - Date.parse(known.hourStartedAt)) < hourMs
  const person: TeamPerson = {
    ...{ approvedAt: undefined, firstSeenAt: at, ...known, id, name },
    hourStartedAt: isSameHour ? known.hourStartedAt : at,
    hourCount: (isSameHour ? known.hourCount : 0) + count,
  }
  await tx.team.putPerson(person)
  return person
}

// Explains why a teammate's memory waits in review.

export type WaitingReader = Pick<TeamClientStore, 'person' | 'connection' | 'itemsOf'>

/** The most important reason. */
export async function whyWaiting(
  { id, content, author }: Pick<Memory, 'id' | 'content' | 'author'>,
  team: WaitingReader | undefined,
): Promise<WaitReason | undefined> {
  if (!author || !team) return undefined
  const suspicion = describeSuspicion(content)
  if (suspicion !== undefined) return { reason: suspicion, isSuspicious: true }
  const flood = (await team.itemsOf(id)).find(isFlood)
  if (flood) return { reason: `${flood.hourCount} in an hour`, isSuspicious: true }
  const person = (await team.person(author.id)) ?? { id: author.id, approvedAt: undefined }
  const approval = approvalOf(person, (await team.connection())?.policy)
  return { reason: reasons[approval], isSuspicious: false }
}

const reasons = {
  you: 'not confirmed yet',
  policy: 'not confirmed yet',
  newcomer: 'new in the team',
  revoked: 'you revoked the approval',
  none: 'not approved yet',
} as const
