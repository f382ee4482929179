/** The end of the daemon's log, a line for each entry. */
import { existsSync, readFileSync } from 'node:fs'
import { ThroughlineError } from '../../../contract/errors.ts'
import { tryTo } from '../../../home/try-to.ts'
import { type Command, type Options, option } from '../command.ts'
import { readableTime } from '../present.ts'

interface Entry {
  readonly time: string
  readonly level: number
  readonly msg: string
  readonly [field: string]: unknown
}

const mostByDefault = 20

export const logsCommand: Command = {
  options: [option('--limit <n>', `At most this many (default: ${mostByDefault})`)],
  examples: ['logs', 'logs -n 100', 'logs --json'],
  run(context, options) {
    const { daemonLog } = context.paths
    const text = existsSync(daemonLog) ? readFileSync(daemonLog, 'utf8') : ''
    const lines = text.split('\n').filter(Boolean).slice(-limitFrom(options))
    // A process that was killed may have left half a line.
    const entries = lines.flatMap((line) => tryTo(() => JSON.parse(line) as Entry) ?? [])
    if (options.json) return context.printJson({ file: daemonLog, entries })
    if (entries.length === 0) return context.print('The daemon has logged nothing yet.')
    for (const entry of entries) {
      const style = entry.level >= 50 ? 'bad' : entry.level >= 40 ? 'warning' : undefined
      context.print(`${readableTime(entry.time)}  ${entry.msg}${detailsOf(entry)}`, style)
    }
    context.print(`All of it: ${daemonLog}`, 'quiet')
  },
}

function limitFrom({ limit = mostByDefault }: Options): number {
  if (/^[1-9]\d*$/.test(String(limit))) return Number(limit)
  throw new ThroughlineError('invalid-input', `--limit must be a number from 1, not "${limit}"`)
}

function detailsOf({ time: _, level: __, msg: ___, pid: ____, err, ...fields }: Entry): string {
  const { message } = (err ?? {}) as { readonly message?: string }
  const parts = Object.entries(fields).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const all = [...(message === undefined ? [] : [message]), ...parts]
  return all.length === 0 ? '' : ` (${all.join(', ')})`
}
