/** How much an organisation may have. The operator of the server changes it. */
import { bytes, count } from '../wording.ts'

export const quotaNames = ['memories', 'bytes', 'members', 'keys'] as const
export type QuotaName = (typeof quotaNames)[number]
export type Quota = Readonly<Record<QuotaName, number>>

/** Far above what teams need: it stops a program that runs wild before it fills the disk. */
export const defaultQuota: Quota = {
  memories: 1_000_000,
  /** Of what is shared: memories, their former versions and changes that lost. */
  bytes: 10 * 1024 ** 3,
  members: 10_000,
  keys: 10_000,
}

/** `10,000 members`, `10.0 GB of memories` */
export function quotaText(name: QuotaName, limit: number): string {
  if (name === 'bytes') return `${bytes(limit)} of memories`
  if (name === 'memories') return count(limit, 'memory', 'memories')
  return count(limit, name === 'members' ? 'member' : 'key')
}

export function quotaReached(name: QuotaName, limit: number): string {
  return `the organisation has reached its limit of ${quotaText(name, limit)}`
}
