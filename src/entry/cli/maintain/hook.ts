import type { Command } from 'commander'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'

export function registerHook(program: Command, _context: CliContext): void {
  program
    .command('hook')
    .description('Take in one event from standard input, as a host’s hook does')
    .argument('<host>', 'e.g. claude-code')
    .argument('<event>', 'the host’s name of the event, e.g. PostToolUse')
    .addHelpText('after', examples('hook claude-code PostToolUse < payload.json'))
    .action(async (hostName: string, eventName: string) => {
      const { findHostProtocol } = await import('../../../compose/local.ts')
      const { requireEvent } = await import('../require-event.ts')
      requireEvent(findHostProtocol(hostName), eventName)
      await import('../../hook/main.ts')
    })
}
