/** When a session gets a recap, and how long it may be. What reads one is loaded when needed. */
import type { TrustLevel } from '../../../contract/vocabulary.ts'
import type { ContextRequest } from '../../model/context.ts'

export interface RecapLine {
  readonly trust: TrustLevel
  readonly text: string
}

export type RecapLength = 'full' | 'short'

/** At most, with its heading. */
export const recapTokens: Readonly<Record<RecapLength, number>> = { full: 700, short: 250 }

/** @param prompt the one being answered */
export type RecapReader = (
  sessionId: string,
  length: RecapLength,
  prompt: string | undefined,
) => Promise<readonly RecapLine[]>

/** Undefined where nothing was lost. */
export function recapLengthOf({ source, events }: ContextRequest): RecapLength | undefined {
  if (!events.includes('session-start')) return undefined
  return source === 'compact' ? 'full' : source === 'resume' ? 'short' : undefined
}
