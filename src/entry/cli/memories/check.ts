/** `throughline check`: what of a memory is checked before it is given, and how that stands. */

import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { checkStateWords } from '../../../contract/wording.ts'
import {
  argument,
  type Command,
  type Options,
  option,
  optionsOf,
  placeOptions,
} from '../command.ts'
import type { CliContext } from '../context.ts'
import type { TableRow } from '../present/table.ts'
import { readableDate } from '../present.ts'
import { refer } from './named-memories.ts'

type Listed = OutputOf<'listChecks'>
type Check = Listed['checks'][number]

const added = ['file', 'contains', 'script', 'needs', 'ignored'] as const

export const checkCommand: Command = {
  arguments: [argument('<memory>', 'Its id or key; part of an id will do', 'memory')],
  options: [
    ...optionsOf('setChecks', ...added),
    option('--drop <number>', 'Drop the check with this number'),
    ...placeOptions,
  ],
  examples: [
    'check 2b8c1e4a77',
    'check 2b8c1e4a77 --script lint:fix',
    'check 2b8c1e4a77 --file src/config.ts --contains maxRetries',
    'check 2b8c1e4a77 --needs "node 20"',
    'check 2b8c1e4a77 --drop 2',
  ],
  async run(context, options, memory = '') {
    const reference = refer(context, memory, options)
    const listed = isChange(options)
      ? await context.withFreshLocal(async ({ ask }) => {
          const { drop, ...rest } = pick(options)
          const named =
            drop === undefined
              ? {}
              : { drop: await nameOf(drop, () => ask('listChecks', reference)) }
          return ask('setChecks', { ...reference, ...rest, ...named })
        })
      : await context.readFresh(({ ask }) => ask('listChecks', reference))
    if (options.json) return context.printJson(listed)
    printChecks(context, listed)
  },
}

const isChange = (options: Options) =>
  [...added, 'drop'].some((name) => options[name] !== undefined)

const pick = ({ file, contains, script, needs, ignored, drop }: Options) => ({
  ...{ file, contains, script, needs, ignored, drop },
})

async function nameOf(given: unknown, list: () => Promise<Listed>): Promise<string> {
  const { checks } = await list()
  const name = checks[Number(given) - 1]?.name
  if (name !== undefined) return name
  throw new ThroughlineError('not-found', `this memory has no check ${given}`, {
    hint: 'throughline check ID lists them with their numbers',
  })
}

function printChecks(context: CliContext, { checks, dropped, idle }: Listed): void {
  if (checks.length === 0) context.print('This memory has no check.')
  context.printTable(
    checks.map((check, at) => [
      String(at + 1),
      check.says,
      `${describeState(check)}${check.isByHand ? ', added by you' : ''}`,
    ]),
  )
  for (const says of dropped) context.print(`dropped by you: ${says}`)
  if (idle) context.print(`Now ${idle}.`)
}

/** The rows of `throughline show`. */
export function checkRows({ checks, idle }: Listed): TableRow[] {
  const rows = checks.map((check) => `${check.says}: ${describeState(check)}`)
  return [...rows, ...(idle && checks.length > 0 ? [idle] : [])].map((text, at) => [
    at === 0 ? 'checks' : '',
    text,
  ])
}

function describeState({ state, since }: Check): string {
  return state === 'fails' && since ? `fails since ${readableDate(since)}` : checkStateWords[state]
}
