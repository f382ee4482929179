import type { PromptOrigin } from '../../../core/capture/event.ts'

/** A path such as `/tmp/x` begins with a slash as well, but its first word does not end there. */
export function originOf(prompt: string): PromptOrigin {
  if (prompt.startsWith('<task-notification>')) return 'notification'
  return /^\/[\w:.-]+(\s|$)/.test(prompt) ? 'command' : 'user'
}
