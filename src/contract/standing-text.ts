/** Why a memory counts as one, or that it does not yet, in a few words. */
import type { Confirmation, MemoryStanding, TrustLevel } from './vocabulary.ts'

export interface StandingFacts {
  readonly standing: MemoryStanding
  readonly confirmation?: Confirmation | undefined
  readonly trust: TrustLevel
}

/** @param storedBy the name of the agent that stored it, if one did */
export function describeStanding(
  { standing, confirmation, trust }: StandingFacts,
  storedBy?: string,
): string {
  if (standing === 'candidate' || confirmation === undefined) return 'not confirmed yet'
  if (confirmation !== 'stored') return confirmationWords[confirmation]
  if (storedBy !== undefined) return `stored by ${storedBy}`
  return trust === 'user' ? 'stored by you' : 'stored by an agent'
}

const confirmationWords: Readonly<Record<Exclude<Confirmation, 'stored'>, string>> = {
  stated: 'you said it outright',
  repeated: 'said in two sessions',
  applied: 'applied again',
  judged: 'found by a model',
  reviewed: 'confirmed by you',
  approved: 'its author is approved',
}
