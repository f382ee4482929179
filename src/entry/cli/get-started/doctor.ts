import { sep } from 'node:path'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { notHeard } from '../../../core/health/check-hosts.ts'
import { acknowledgeDatabase } from '../../../home/database-witness.ts'
import { acknowledgeLostEvents } from '../../../home/lost-events.ts'
import { acknowledgeRestored } from '../../../home/restored-memories.ts'
import { type Command, option } from '../command.ts'
import { type CliContext, currentFolder } from '../context.ts'
import { count, indented, printWrapped } from '../present.ts'

const signs = { ok: '✓', warn: '!', fail: '✗', none: '-' } as const
const order = ['fail', 'warn', 'ok', 'none'] as const
/** Checks that need no attention have no colour. */
const styles = { ok: undefined, warn: 'warning', fail: 'bad', none: 'quiet' } as const

export const doctorCommand: Command = {
  options: [
    option('--all', 'Also show checks without a problem'),
    option('--acknowledge', 'Mark lost events, an emptied database and restored memories as seen'),
  ],
  examples: ['doctor', 'doctor --all', 'doctor --json', 'doctor --acknowledge'],
  async run(context, options) {
    if (options.acknowledge) {
      acknowledgeLostEvents(context.paths)
      acknowledgeDatabase(context.paths)
      acknowledgeRestored(context.paths)
    }
    const { healthy, checks } = await check(context)
    context.exitCode = healthy ? 0 : 1
    if (options.json) return context.printJson({ healthy, checks })
    const write = (text: string) => forPeople(text, context)
    const ordered = order.flatMap((wanted) => checks.filter(({ state }) => state === wanted))
    const shown = options.all ? ordered : ordered.filter(isProblem)
    for (const { state, subject, detail, hint } of shown) {
      printWrapped(context, `${signs[state]} ${subject}: ${write(detail)}`, '  ', styles[state])
      if (hint) printWrapped(indented(context, '    '), write(hint))
    }
    if (shown.length > 0) context.print()
    const worst = (['fail', 'warn'] as const).find((state) =>
      checks.some((each) => each.state === state),
    )
    context.print(summarise(checks), worst ? styles[worst] : 'good')
    const unheard = checks.filter(({ detail }) => detail === notHeard).map(({ subject }) => subject)
    if (unheard.length > 0) {
      const agents = unheard.join(', ')
      printWrapped(context, `Not heard since it was connected: ${agents}. Start a session.`)
    }
    const hidden = checks.length - shown.length
    if (hidden > 0) {
      const rest = `${count(hidden, 'check')} without a problem: throughline doctor --all`
      context.print(rest, 'quiet')
    }
  },
}

const isProblem = ({ state }: { readonly state: string }) => state === 'fail' || state === 'warn'

/** Files below the home folder as `~`, times by this machine's clock. */
function forPeople(text: string, { userHome }: CliContext): string {
  return text
    .replaceAll(userHome + sep, `~${sep}`)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
      new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' }),
    )
}

function summarise(checks: OutputOf<'checkHealth'>['checks']): string {
  const countOf = (wanted: string) => checks.filter(({ state }) => state === wanted).length
  const [faults, warnings] = [countOf('fail'), countOf('warn')]
  if (faults + warnings === 0) return 'No problem found.'
  return [
    ...(faults > 0 ? [`${count(faults, 'problem')} to fix`] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ')
}

/** Checks everything else if the store cannot be opened. Creates nothing while all is off. */
async function check(context: CliContext): Promise<OutputOf<'checkHealth'>> {
  const folder = currentFolder(context)
  try {
    return await context.withLocal(({ ask }) => ask('checkHealth', { folder }))
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'conflict') throw error
    const { checkWithoutStore } = await import('../../../compose/health.ts')
    return checkWithoutStore(context, folder, error)
  }
}
