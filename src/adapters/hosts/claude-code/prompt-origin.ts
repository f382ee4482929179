import type { PromptOrigin } from '../../../core/model/host-event.ts'
import { isSlashCommand } from '../slash-command.ts'

export function originOf(prompt: string): PromptOrigin {
  if (prompt.startsWith('<task-notification>')) return 'notification'
  return isSlashCommand(prompt) ? 'command' : 'user'
}
