/**
 * What the local judge writes has two parts: what was said, and what the agent says came of it. The
 * second is worded anew each time, so only the first tells whether two of them say the same.
 */
import type { MemorySourceName } from '../../contract/vocabulary.ts'

const accountMark = ' Agent: '

/** How many characters an account takes besides its own. */
export const accountMarkLength = accountMark.length

export function withAccount(said: string, account: string): string {
  return account === '' ? said : `${said}${accountMark}${account}`
}

export interface StatedMemory {
  readonly source: MemorySourceName
  readonly content: string
}

export function statedIn({ source, content }: StatedMemory): string {
  const at = source === 'heuristic' ? content.indexOf(accountMark) : -1
  return at < 0 ? content : content.slice(0, at)
}
