import type { PromptOrigin } from '../../../core/capture/event.ts'
import { isSlashCommand } from '../slash-command.ts'

export function originOf(prompt: string): PromptOrigin {
  return isSlashCommand(prompt) ? 'command' : 'user'
}
