/** `throughline sync --folder`: syncs memories between machines through a shared folder. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { SyncOptions, SyncResult } from '../../../core/sync/sync-with-folder.ts'
import { type Command, option } from '../command.ts'
import { type CliContext, currentFolder } from '../context.ts'
import { claimLine, count, memoryCount } from '../present.ts'
import { syncCommands } from '../team/sync-status.ts'
import { askYesNo, catchInterruption } from '../user-input.ts'

interface SyncCommandOptions {
  readonly folder?: string
  readonly accept?: readonly string[]
  readonly trust?: readonly string[]
  readonly json?: true
}

export const syncCommand: Command = {
  options: [
    option('--folder <path>', 'A folder that your machines share by a sync tool or git'),
    option(
      '--accept <machine...>',
      'Read these machines’ memories from now on, as an agent’s; all for every one',
    ),
    option(
      '--trust <machine...>',
      'Also let these machines of yours change what you said here; all for every one',
    ),
  ],
  commands: syncCommands,
  examples: [
    'sync status',
    'sync --folder ~/Dropbox/throughline',
    'sync --folder ~/notes/memories --trust all',
  ],
  run: (context, options) => sync(context, options as SyncCommandOptions),
}

async function sync(context: CliContext, options: SyncCommandOptions): Promise<void> {
  const { folder, accept: accepted = [], trust = [], json } = options
  if (folder === undefined) {
    throw new ThroughlineError('invalid-input', 'name the folder that your machines share', {
      hint: 'throughline sync --folder PATH',
    })
  }
  const accept: SyncOptions['accept'] = async (machine, before) => {
    const isNamed = (names: readonly string[]) =>
      names.some((name) => name === 'all' || machine.endsWith(name))
    if (isNamed(trust)) return 'trusted'
    if (isNamed(accepted)) return 'read'
    if (before || !context.isTerminal || json) return before
    const question = `Machine ${nameOf(machine)} is new. Is it yours, and the folder for you alone?`
    return (await askYesNo(context, question)) ? 'trusted' : undefined
  }
  const interruption = catchInterruption()
  try {
    const { signal } = interruption
    const path = context.resolvePath(folder)
    await context.withFreshLocal(async ({ transfer, ask, lookUp }) => {
      const result = await transfer.syncFolder(path, { accept, signal })
      if (signal.aborted) context.exitCode = interruption.exitCode()
      if (json) return context.printJson(result)
      const here = await lookUp(currentFolder(context))
      const claim = here.kind === 'enabled' ? here.claims?.identity : undefined
      printResult(context, result, (await ask('listProjects', {})).projects, claim)
    })
  } finally {
    interruption.close()
  }
}

/** The random end of the id is enough to tell machines apart. */
const nameOf = (machine: string) => machine.slice(-12)

function printResult(
  context: CliContext,
  { machine, received, places, sent, waiting }: SyncResult,
  projects: readonly Project[],
  claim: string | undefined,
): void {
  const { added, updated, forgotten, proposed, refused } = received
  context.print(`This machine is ${nameOf(machine)}`)
  context.print(`Received ${added} new, ${updated} changed, ${forgotten} forgotten`)
  for (const [id, number] of Object.entries(places)) {
    context.print(`  ${describePlace(projects, id, number)}`)
  }
  if (claim !== undefined) context.print(claimLine(claim))
  context.print(`Sent ${memoryCount(sent)}`)
  if (proposed > 0) {
    context.print(`Proposed ${count(proposed, 'change')} to what you said: throughline review`)
    context.print('If the machines are yours: --trust all')
  }
  if (refused > 0) context.print(`Ignored ${refused} × a line that is not a shared memory`)
  for (const other of waiting) {
    context.print(`Machine ${nameOf(other)} is new. If it is yours: --trust ${nameOf(other)}`)
  }
}

type Project = OutputOf<'listProjects'>['projects'][number]

function describePlace(projects: readonly Project[], id: string, number: number): string {
  const project = projects.find((each) => each.id === id)
  if (!project) return `${memoryCount(number)} for every project`
  const said = `${memoryCount(number)} of ${project.name}`
  const { identity, root, name } = project
  // Recognised by its folder, which is on the other machine.
  const isElsewhere = root === undefined && /^(?:marker|path):/.test(identity)
  if (!isElsewhere) return said
  return `${said}, which has no git remote; to join it to a project here: throughline projects merge ${name} PROJECT`
}
