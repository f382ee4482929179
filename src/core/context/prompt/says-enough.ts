/** Whether a prompt says enough to recall anything for it. */
import { parseQuery } from '../../recall/plan-query.ts'
import { isEverydayWord } from '../../text/common-words.ts'

/** In UTF-8, so that two words of Chinese are enough. */
const leastBytes = 12

/** A slash command. The first segment of a path is followed by another slash instead. */
const command = /^\s*\/[\w:.-]+(?:\s|$)/
/** Hosts wrap their own messages in an element. */
const notification = /^\s*<[a-z][\w-]*>/

export function saysEnough(prompt: string, now: Date): boolean {
  if (command.test(prompt) || notification.test(prompt)) return false
  if (new TextEncoder().encode(prompt.trim()).length < leastBytes) return false
  return parseQuery(prompt, now).terms.some((term) => !isEverydayWord(term))
}
