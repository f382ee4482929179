import type { Local } from '../../../compose/local.ts'
import { type Command, option, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { ensureDaemon, stopDaemonProcess } from '../daemon-process.ts'
import { count, memoryCount } from '../present.ts'
import { startProgress } from './progress.ts'

const indexSteps = 20

export const rebuildCommand: Command = {
  examples: ['rebuild'],
  async run(context, { json: asJson }) {
    await context.withFreshLocal(async (local) => {
      const progress = asJson
        ? undefined
        : await startProgress(context, 'Rebuilding the search index', indexSteps)
      let step = 0
      const rebuilt = await local.rebuilding.index((done, documents) => {
        const reached = Math.min(indexSteps, Math.floor((done / documents) * indexSteps))
        if (reached === step) return
        progress?.advance(`document ${done} of ${documents}`, reached - step)
        step = reached
      })
      const { memories, sessions } = rebuilt
      progress?.done(
        `Rebuilt the search index: ${memoryCount(memories)}, ${count(sessions, 'session')}`,
      )
      const digests = await rebuildDigests(context, local, { json: asJson, sessions })
      if (asJson) context.printJson({ ...rebuilt, digests })
    })
  },
}

/** @returns the number of sessions */
async function rebuildDigests(
  context: CliContext,
  local: Local,
  { json, sessions }: { json: true | undefined; sessions: number },
): Promise<number> {
  const progress = json
    ? undefined
    : await startProgress(context, 'Rebuilding the digests', sessions)
  const digests = await local.rebuilding.digests((done) =>
    progress?.advance(`session ${done} of ${sessions}`),
  )
  progress?.done(`Rebuilt the digests: ${count(digests, 'session')}`)
  return digests
}

export const startCommand: Command = {
  examples: ['start', 'start --json'],
  async run(context, options) {
    const { started, daemon } = await ensureDaemon(context)
    const { token: _, ...shown } = daemon
    if (options.json) return context.printJson({ started, ...shown })
    const how = started ? 'started' : 'is already running'
    context.print(`The daemon ${how}: pid ${daemon.pid}, http://127.0.0.1:${daemon.port}`)
  },
}

export const stopCommand: Command = {
  examples: ['stop'],
  async run(context, options) {
    const stopped = await stopDaemonProcess(context.paths)
    if (options.json) return context.printJson({ stopped })
    context.print(stopped ? 'The daemon stopped.' : 'No daemon was running.')
  },
}

export const restartCommand: Command = {
  examples: ['restart'],
  async run(context, options) {
    await stopDaemonProcess(context.paths)
    await startCommand.run?.(context, options)
  },
}

export const pruneCommand: Command = {
  options: [
    option('--dry-run', 'Show what would be deleted and why, and delete nothing'),
    ...optionsOf('prune', 'compact'),
  ],
  examples: ['prune --dry-run', 'prune --compact', 'config set retention.historyDays 90'],
  async run(context, options) {
    await context.withLocal(async ({ ask }) => {
      const result = await ask('prune', { dryRun: options.dryRun, compact: options.compact })
      if (options.json) return context.printJson(result)
      const { isDryRun, items, paused } = result
      if (paused !== undefined) return context.print(`Retention is paused: ${paused}`)
      if (items.length === 0) return context.print('Nothing is older than your settings allow')
      context.print(isDryRun ? 'Would remove:' : 'Removed:')
      const rows = items.map(({ what, count, reason }) => [what, String(count), reason])
      context.printTable(rows, '  ')
      const has = (pattern: RegExp) => items.some(({ what }) => pattern.test(what))
      if (has(/memories|candidates/)) {
        context.print(
          'Memories and candidates can be restored for 30 days: throughline list --forgotten',
        )
      }
      if (has(/marked/)) {
        context.print(
          'Marked sessions are deleted in 30 days: throughline sessions --leaving lists them,',
        )
        context.print('throughline restore --session ID keeps one')
      }
    })
  },
}
