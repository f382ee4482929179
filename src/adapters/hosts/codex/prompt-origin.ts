import type { PromptOrigin } from '../../../core/model/host-event.ts'
import { isSlashCommand } from '../slash-command.ts'

export function originOf(prompt: string): PromptOrigin {
  return isSlashCommand(prompt) ? 'command' : 'user'
}
