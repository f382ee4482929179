/** How much an organisation may have. The operator of the server changes it. */
import { bytes, count } from '../wording.ts'

export const quotaNames = ['memories', 'bytes', 'perPerson', 'members', 'keys'] as const
export type QuotaName = (typeof quotaNames)[number]
export type Quota = Readonly<Record<QuotaName, number>>

/** Far above what teams need: it stops a program that runs wild before it fills the disk. */
export const defaultQuota: Quota = {
  memories: 1_000_000,
  /** Of what is shared: memories, their former versions and changes that lost. */
  bytes: 10 * 1024 ** 3,
  /** Memories that one person shared first. */
  perPerson: 100_000,
  members: 10_000,
  keys: 10_000,
}

/** `10,000 members`, `10.0 GB of memories` */
export function quotaText(name: QuotaName, limit: number): string {
  if (name === 'bytes') return `${bytes(limit)} of memories`
  if (name === 'memories') return count(limit, 'memory', 'memories')
  if (name === 'perPerson') return `${count(limit, 'memory', 'memories')} for each person`
  return count(limit, name === 'members' ? 'member' : 'key')
}

/**
 * How many removals of what the server never had one person may leave. A machine forgets what it has not
 * sent yet without asking, so these are a few. They stay for good, so they count as memories, too.
 */
export const mostUnknownRemovals = 1_000

export function quotaReached(name: QuotaName, limit: number): string {
  const who = name === 'perPerson' ? 'you have' : 'the organisation has'
  const its = name === 'perPerson' ? 'the' : 'its'
  return `${who} reached ${its} limit of ${quotaText(name, limit)}`
}
