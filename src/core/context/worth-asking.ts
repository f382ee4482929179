/** Whether a prompt says enough to be recalled with. */
import { parseQuery } from '../recall/plan-query.ts'
import { isEverydayWord } from '../text/common-words.ts'

/** In UTF-8, so that two words of Chinese are enough. */
const leastBytes = 12

/** A slash command; a path begins with a slash too, but its first word does not end there. */
const command = /^\s*\/[\w:.-]+(?:\s|$)/
/** What the host itself says, in an element from the first letter on. */
const notification = /^\s*<[a-z][\w-]*>/

export function isWorthAsking(prompt: string, now: Date): boolean {
  if (command.test(prompt) || notification.test(prompt)) return false
  if (new TextEncoder().encode(prompt.trim()).length < leastBytes) return false
  return parseQuery(prompt, now).terms.some((term) => !isEverydayWord(term))
}
