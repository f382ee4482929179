import type { Command } from 'commander'
import { ThroughlineError } from '../../../contract/errors.ts'
import {
  type InputOf,
  type OperationHandlers,
  type OutputOf,
  operations,
} from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { isPiped, textOf } from '../given-text.ts'
import { fileOption, filesFrom, type Options, withPlace } from '../memory-options.ts'
import { printStored } from './print-stored.ts'

type Stored = OutputOf<'storeMemory'>

export function registerRemember(program: Command, context: CliContext): void {
  withPlace(program.command('remember'))
    .description(operations.storeMemory.summary)
    .argument('[text...]', 'what to remember; - reads it from standard input')
    .option('--kind <kind>', 'preference, correction, decision, fact, fix, …')
    .option('--key <key>', 'a name of its own; the same name again updates it')
    .option('--tags <tags>', 'labels, separated by commas')
    .option('--importance <n>', 'how much it matters, from 0 to 1')
    .addOption(fileOption('a file it is about; may be given again'))
    .option('--pin', 'always give it to the agent')
    .option('--supersedes <memory>', 'what it replaces: an id, a key, or words that find it')
    .option('--lines', 'every line of standard input is a memory of its own')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'remember "Tests run with vitest, never jest" --kind rule',
        'remember --scope global --key editor "I use two spaces"',
        'remember --file src/clock.ts < note.txt',
        'remember --lines --kind rule < rules.txt',
        'remember   # opens $EDITOR',
      ),
    )
    .action((words: string[], options: Options) => remember(context, words, options))
}

async function remember(context: CliContext, words: string[], options: Options): Promise<void> {
  if (options.lines) return rememberLines(context, words, options)
  if (words.length > 0) return store(context, await textOf(context, words), options)
  if (isPiped(context)) return store(context, await textOf(context, ['-']), options)
  const { canEdit, withEditedText } = await import('./edit-text.ts')
  if (!canEdit(context) || options.json) throw unsaid()
  const notes = ['Below this line: one statement, with its why. Nothing means nothing is stored.']
  await withEditedText(context, { text: '', notes }, async (content) => {
    if (content !== '') return store(context, content, options)
    context.writeError('throughline: nothing was written, so nothing is stored\n')
    context.exitCode = 1
  })
}

async function rememberLines(context: CliContext, words: string[], options: Options) {
  if (options.key !== undefined || options.supersedes !== undefined) {
    throw new ThroughlineError('invalid-input', '--key and --supersedes are for one memory only')
  }
  const text = await textOf(context, words.length > 0 ? words : ['-'])
  // All of them are read before the first is stored, so that a mistake leaves nothing behind.
  const inputs = text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : [inputOfLine(context, line, index + 1, options)],
    )
  if (inputs.length === 0) throw unsaid()
  await withStore(context, options, async (handlers) => {
    const results: Stored[] = []
    for (const input of inputs) {
      const result = await handlers.storeMemory(input)
      results.push(result)
      if (!options.json) await printStored(context, handlers, result)
    }
    if (options.json) context.printJson(results)
  })
}

function inputOfLine(
  context: CliContext,
  line: string,
  number: number,
  options: Options,
): InputOf<'storeMemory'> {
  try {
    return inputOf(context, line, options)
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    const { code, message, hint } = error
    throw new ThroughlineError(code, `line ${number}: ${message}`, { hint, cause: error })
  }
}

async function store(context: CliContext, content: string, options: Options): Promise<void> {
  const input = inputOf(context, content, options)
  await withStore(context, options, async (handlers) => {
    const result = await handlers.storeMemory(input)
    return options.json ? context.printJson(result) : printStored(context, handlers, result)
  })
}

/** A session that has only just begun may still be in the spool. */
function withStore(
  context: CliContext,
  { session }: Options,
  work: (handlers: OperationHandlers) => Promise<void>,
): Promise<void> {
  const open = session === undefined ? context.withLocal : context.withFreshLocal
  return open(({ operations: handlers }) => work(handlers))
}

function inputOf(context: CliContext, content: string, options: Options): InputOf<'storeMemory'> {
  if (content.trim() === '') throw unsaid()
  refuseTwoPlaces(options)
  return parseInput(operations.storeMemory.input, {
    ...options,
    content,
    pinned: options.pin,
    files: filesFrom(context, options.file),
    folder: context.cwd,
  })
}

/** What holds everywhere is of no project; whoever says both means one of them. */
function refuseTwoPlaces({ scope, project, session, agent }: Options): void {
  const named = Object.entries({ project, session, agent }).find(([, name]) => name !== undefined)
  if (scope !== 'global' || !named) return
  throw new ThroughlineError('invalid-input', `--scope global and --${named[0]} exclude each other`)
}

function unsaid(): ThroughlineError {
  return new ThroughlineError('invalid-input', 'nothing is said that could be remembered', {
    hint: 'throughline remember "TEXT", or pipe the text into it',
  })
}
