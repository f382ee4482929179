import type { OutputOf } from '../../../contract/operations/index.ts'
import { acknowledgeLostEvents } from '../../../home/lost-events.ts'
import { type Command, option } from '../command.ts'
import { type CliContext, currentFolder } from '../context.ts'

const signs = { ok: '✓', warn: '!', fail: '✗' } as const

export const doctorCommand: Command = {
  options: [option('--acknowledge', 'Stop reporting events that were lost')],
  examples: ['doctor', 'doctor --json', 'doctor --acknowledge'],
  async run(context, options) {
    if (options.acknowledge) acknowledgeLostEvents(context.paths)
    const { healthy, checks } = await check(context)
    context.exitCode = healthy ? 0 : 1
    if (options.json) return context.printJson({ healthy, checks })
    for (const { state, subject, detail, hint } of checks) {
      context.print(`${signs[state]} ${subject}: ${detail}`)
      if (hint) context.print(`    ${hint}`)
    }
  },
}

/** Checks everything else if the store cannot be opened. */
async function check(context: CliContext): Promise<OutputOf<'checkHealth'>> {
  const folder = currentFolder(context)
  try {
    return await context.withLocal(({ ask }) => ask('checkHealth', { folder }))
  } catch (error) {
    const { checkWithoutStore } = await import('../../../compose/health.ts')
    return checkWithoutStore(context, folder, error)
  }
}
