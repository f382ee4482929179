/** `throughline sync --folder`: memories of several machines meet in a synced folder. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { SyncResult } from '../../../core/sync/sync-with-folder.ts'
import { askYesNo } from '../ask.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { memoryCount } from '../present.ts'
import { syncCommands } from '../team/sync-status.ts'

interface SyncCommandOptions {
  readonly folder?: string
  readonly accept?: readonly string[]
  readonly json?: true
}

export const syncCommand: Command = {
  options: [
    option('--folder <path>', 'A folder that your machines share by a sync tool or git'),
    option(
      '--accept <machine...>',
      'Read the files of these machines from now on; all for every one',
    ),
  ],
  commands: syncCommands,
  examples: [
    'sync status',
    'sync --folder ~/Dropbox/throughline',
    'sync --folder ~/notes/memories --accept all',
  ],
  run: (context, options) => sync(context, options as SyncCommandOptions),
}

async function sync(context: CliContext, options: SyncCommandOptions): Promise<void> {
  const { folder, accept = [], json } = options
  if (folder === undefined) {
    throw new ThroughlineError('invalid-input', 'say which folder your machines share', {
      hint: 'throughline sync --folder PATH',
    })
  }
  const isAccepted = async (machine: string) => {
    if (accept.includes('all') || accept.some((each) => machine.endsWith(each))) return true
    if (!context.isTerminal || json) return false
    return askYesNo(
      context,
      `Machine ${nameOf(machine)} is new. Is it yours? Its memories are read then.`,
    )
  }
  const interruption = catchInterruption()
  try {
    const { signal } = interruption
    const path = context.resolvePath(folder)
    const result = await context.withFreshLocal(({ transfer }) =>
      transfer.syncFolder(path, { isAccepted, signal }),
    )
    if (signal.aborted) context.exitCode = interruption.exitCode()
    if (json) return context.printJson(result)
    printResult(context, result)
  } finally {
    interruption.close()
  }
}

/** The random end of the id is enough to tell machines apart. */
const nameOf = (machine: string) => machine.slice(-12)

function printResult(context: CliContext, { machine, received, sent, waiting }: SyncResult): void {
  const { added, updated, forgotten, refused } = received
  context.print(`This machine is ${nameOf(machine)}`)
  context.print(`Received ${added} new, ${updated} changed, ${forgotten} forgotten`)
  context.print(`Sent ${memoryCount(sent)}`)
  if (refused > 0) context.print(`Ignored ${refused} × a line that is not a shared memory`)
  for (const other of waiting) {
    context.print(`Machine ${nameOf(other)} is new. If it is yours: --accept ${nameOf(other)}`)
  }
}
