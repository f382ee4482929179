import type { Command } from 'commander'
import type { Local } from '../../../compose/local.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import {
  type OperationHandlers,
  type OutputOf,
  operations,
} from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { type Options, refer, withPlace } from '../memory-options.ts'
import type { Captured } from './captured.ts'

type Memory = OutputOf<'getMemory'>

export function registerShow(program: Command, context: CliContext): void {
  withPlace(program.command('show'))
    .description('One memory in full, by id or key; or a turn, tool event or session by its id')
    .argument('<id>', 'a memory’s id or key, or any id that recall gives')
    .option('--sources', 'what it was learned from')
    .option('--history', 'every version of it')
    .option('--as-of <date>', 'as it was then')
    .option('--exact', 'this very one, even if another superseded it')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'show package-manager',
        'show 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77 --sources --history',
        'show package-manager --scope global --as-of 2026-01-31',
      ),
    )
    .action((given: string, options: Options) =>
      context.withFreshLocal(async (local) => {
        const found = await find(context, local.operations, given, options)
        if ('type' in found) {
          if (options.json) return context.printJson(found)
          const { printCaptured } = await import('./captured.ts')
          return printCaptured(context, found)
        }
        return showMemory(context, local, found, options)
      }),
    )
}

async function find(
  context: CliContext,
  handlers: OperationHandlers,
  given: string,
  options: Options,
): Promise<Memory | Captured> {
  const { asOf, exact } = options
  const reference = { ...refer(context, given, options), asOf, exact }
  const input = parseInput(operations.getMemory.input, reference)
  try {
    return await handlers.getMemory(input)
  } catch (error) {
    const isMissing = error instanceof ThroughlineError && error.code === 'not-found'
    if (!isMissing || input.id === undefined) throw error
    const { findCaptured } = await import('./captured.ts')
    const captured = await findCaptured(handlers, input.id)
    if (captured) return captured
    throw error
  }
}

async function showMemory(
  context: CliContext,
  local: Local,
  memory: Memory,
  options: Options,
): Promise<void> {
  const { memoryHistory } = local.operations
  const history = options.history ? await memoryHistory({ id: memory.id }) : undefined
  if (options.json) {
    return context.printJson({ ...memory, ...(history && { history: history.versions }) })
  }
  const { printHistory, printMemory, printSources } = await import('./print-memory.ts')
  printMemory(context, memory, local)
  if (options.sources) await printSources(context, memory.sources, local)
  if (history) printHistory(context, history.versions)
}
