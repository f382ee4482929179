import { ThroughlineError } from '../../../contract/errors.ts'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { type Command, type Options, option, optionsOf, placeOptions } from '../command.ts'
import type { CliContext } from '../context.ts'
import { ask, canAsk } from '../delete/confirm-deletion.ts'
import { excerpt, idCell, memoryCount, readableDate } from '../present.ts'

const mostShown = 10

export const clearCommand: Command = {
  options: [
    ...placeOptions,
    ...optionsOf('clearMemories', 'all', 'kind', 'tag'),
    option('--now', 'Delete them for good, as throughline delete does'),
    option('--dry-run', 'Show how many would go and forget nothing'),
    option('--yes', 'Do not ask'),
  ],
  examples: [
    'clear --scope project --dry-run',
    'clear --tag spike --yes',
    'clear --project widgets --now',
  ],
  run: clear,
}

async function clear(context: CliContext, options: Options): Promise<void> {
  const input = parseInput(operations.clearMemories.input, { ...options, folder: context.cwd })
  refuseUnbounded(options)
  const verb = options.now ? 'delete' : 'forget'
  await context.withLocal(async ({ operations: handlers }) => {
    if (!options.yes || options.dryRun) {
      const counts = await handlers.countMemories({ ...input, includeSuperseded: true })
      if (options.dryRun && options.json) return context.printJson(counts)
      if (counts.total === 0 && !options.json) return context.print('No memories match.')
      if (options.dryRun) {
        context.print(`Would ${verb} ${describeCounts(counts)}`)
        const { memories } = await handlers.listMemories({
          ...input,
          includeSuperseded: true,
          limit: mostShown,
          offset: 0,
        })
        context.printTable(
          memories.map(({ id, content }) => [idCell(id), excerpt(content, 120), '']),
          '  ',
        )
        const left = counts.total - memories.length
        return left > 0 ? context.print(`  and ${left} more`) : undefined
      }
      if (
        !(await confirm(
          context,
          options,
          `${verb} ${describeCounts(counts)}${options.now ? ' for good' : ''}`,
        ))
      )
        return
    }
    const result = await handlers.clearMemories({ ...input, confirm: true })
    if (options.json) return context.printJson(result)
    const { cleared, dropped } = result
    context.print(`${options.now ? 'Deleted' : 'Forgot'} ${memoryCount(cleared)}`)
    if (dropped > 0) context.print(`Dropped ${memoryCount(dropped)} forgotten before`)
    if (result.restorableUntil === undefined) return
    context.print(
      `Until ${readableDate(result.restorableUntil)}: throughline restore  restores them`,
    )
  })
}

/** `3 memories (1 global, 2 project)` */
function describeCounts({ total, counts }: OutputOf<'countMemories'>): string {
  const scopes = Map.groupBy(counts, ({ scope }) => scope)
  const parts = [...scopes].map(
    ([scope, each]) => `${each.reduce((sum, { count }) => sum + count, 0)} ${scope}`,
  )
  return total === 0 ? memoryCount(0) : `${memoryCount(total)} (${parts.join(', ')})`
}

const bounds = ['scope', 'project', 'session', 'agent', 'kind', 'tag', 'all']

function refuseUnbounded(options: Options): void {
  if (bounds.some((name) => options[name] !== undefined)) return
  throw new ThroughlineError('invalid-input', 'say which memories to clear', {
    hint: `one of --${bounds.join(', --')}`,
  })
}

async function confirm(context: CliContext, options: Options, what: string): Promise<boolean> {
  if (canAsk(context, options)) return ask(`Really ${what}?`)
  throw new ThroughlineError('invalid-input', `this would ${what} and needs --yes`, {
    hint: '--dry-run only shows it',
  })
}
