/** Limits of an organisation. Changes that free space are never refused. */
import { ThroughlineError } from '../../../contract/errors.ts'
import {
  defaultQuota,
  mostUnknownRemovals,
  type Quota,
  type QuotaName,
  quotaNames,
  quotaReached,
} from '../../../contract/team/quotas.ts'
import type { PeopleReader } from '../../ports/team/people-store.ts'
import type { TeamSyncTransaction } from '../../ports/team/team-sync-store.ts'
import type { PeopleParts } from './actor.ts'

/** Fills in the defaults. */
function completeQuota(set: Partial<Quota>): Quota {
  const entries = quotaNames.map((name) => [name, set[name] ?? defaultQuota[name]])
  return Object.fromEntries(entries) as Quota
}

/** @throws `conflict` if the limit is reached */
export async function requireQuota(
  people: PeopleReader,
  name: QuotaName,
  used: number,
): Promise<void> {
  const limit = completeQuota(await people.quota())[name]
  if (used < limit) return
  throw new ThroughlineError('conflict', quotaReached(name, limit), {
    hint: 'ask the operator of the server, who can raise it: throughline server quota',
  })
}

export interface QuotaReport {
  readonly quota: Quota
  readonly used: Quota
}

export async function reportQuota(
  { store, clock }: PeopleParts,
  organisation: string,
): Promise<QuotaReport> {
  const people = store.reading(organisation)
  const quota = completeQuota(await people.quota())
  return { quota, used: await people.used(clock.now().toISOString()) }
}

/** Undefined members stay unchanged; null restores the default. */
export async function setQuota(
  { store, clock }: PeopleParts,
  organisation: string,
  change: Partial<Record<QuotaName, number | null>>,
): Promise<void> {
  const at = clock.now().toISOString()
  await store.writing(organisation, async (people) => {
    const merged = { ...(await people.quota()), ...change }
    const set = quotaNames.flatMap((name) => {
      const limit = merged[name]
      return typeof limit === 'number' ? [[name, limit] as const] : []
    })
    const facts = Object.fromEntries(set)
    await people.setQuota(facts)
    await people.record({ at, action: 'quota-set', subject: organisation, facts })
  })
}

/** How much more an organisation and a person may share, tracked during one push. */
export interface RemainingQuota {
  /** @returns why there is no space for this text; if there is, counts it */
  take(text: object, isNew: boolean): string | undefined
  /** @returns why no more unknown ids may be removed; if they may, counts one */
  takeRemoval(): string | undefined
}

export async function readRemainingQuota(
  tx: TeamSyncTransaction,
  person: string,
): Promise<RemainingQuota> {
  const { quota: set, used, own } = await tx.quota(person)
  const quota = completeQuota(set)
  let { memories, bytes } = used
  let { memories: ownMemories, removals } = own
  const takeNew = () => {
    if (memories >= quota.memories) return quotaReached('memories', quota.memories)
    if (ownMemories + removals >= quota.perPerson) return quotaReached('perPerson', quota.perPerson)
    memories += 1
    return undefined
  }
  return {
    take(text, isNew) {
      const more = new TextEncoder().encode(JSON.stringify(text)).length
      if (bytes + more > quota.bytes) return quotaReached('bytes', quota.bytes)
      const reason = isNew ? takeNew() : undefined
      if (reason !== undefined) return reason
      if (isNew) ownMemories += 1
      bytes += more
      return undefined
    },
    takeRemoval() {
      if (removals >= mostUnknownRemovals) return tooManyRemovals
      const reason = takeNew()
      if (reason === undefined) removals += 1
      return reason
    },
  }
}

const tooManyRemovals = `you have removed ${mostUnknownRemovals.toLocaleString('en')} memories that the server never had`
