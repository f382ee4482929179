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
import { excerpt } from '../present.ts'

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
  if (words.length > 0) return store(context, [await textOf(context, words)], options)
  if (isPiped(context)) return store(context, [await textOf(context, ['-'])], options)
  const { canEdit, withEditedText } = await import('../edit-text.ts')
  if (!canEdit(context) || options.json) throw unsaid()
  const notes = ['Below this line: one statement, with its why. Nothing means nothing is stored.']
  await withEditedText(context, { text: '', notes }, async (content) => {
    if (content !== '') return store(context, [content], options)
    context.writeError('throughline: nothing was written, so nothing is stored\n')
    context.exitCode = 1
  })
}

async function rememberLines(context: CliContext, words: string[], options: Options) {
  if (options.key !== undefined || options.supersedes !== undefined) {
    throw new ThroughlineError('invalid-input', '--key and --supersedes are for one memory only')
  }
  const text = await textOf(context, words.length > 0 ? words : ['-'])
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  await store(context, lines.length > 0 ? lines : [''], options)
}

/** All of them are read before the first is stored, so that a mistake leaves nothing behind. */
async function store(context: CliContext, contents: string[], options: Options): Promise<void> {
  const inputs = contents.map((content) => inputOf(context, content, options))
  // A session that has only just begun may still be in the spool.
  const open = options.session === undefined ? context.withLocal : context.withFreshLocal
  await open(async ({ operations: handlers }) => {
    for (const input of inputs) await storeOne(context, handlers, input, options)
  })
}

function inputOf(context: CliContext, content: string, options: Options): InputOf<'storeMemory'> {
  if (content.trim() === '') throw unsaid()
  return parseInput(operations.storeMemory.input, {
    ...options,
    content,
    pinned: options.pin,
    files: filesFrom(context, options.file),
    folder: context.cwd,
  })
}

async function storeOne(
  context: CliContext,
  handlers: OperationHandlers,
  input: InputOf<'storeMemory'>,
  options: Options,
): Promise<void> {
  const result = await handlers.storeMemory(input)
  if (options.json) return context.printJson(result)
  for (const line of outcomeOf(result)) context.print(line)
  for (const id of result.contradicts) context.print(await contradiction(handlers, id))
}

function outcomeOf({ outcome, memory, superseded }: Stored): string[] {
  const { id, key, kind, scope } = memory
  const what = `${scope} ${kind}${key === undefined ? '' : `, key "${key}"`}`
  switch (outcome) {
    case 'created':
      return [`Remembered as ${id} (${what})`]
    case 'updated':
      return [`Updated ${id} (${what})`]
    case 'duplicate':
      return [`Known already: ${id}`, `  ${excerpt(memory.content, 100)}`]
    case 'merged':
      return [`Merged into ${id} (${what})`, `  ${excerpt(memory.content, 100)}`]
    case 'superseded':
      return [`Replaced ${superseded.join(', ')} by ${id} (${what})`]
  }
}

async function contradiction(handlers: OperationHandlers, id: string): Promise<string> {
  const { content } = await handlers.getMemory({ id, exact: true })
  return `It may contradict ${id}: ${excerpt(content, 80)}`
}

function unsaid(): ThroughlineError {
  return new ThroughlineError('invalid-input', 'nothing is said that could be remembered', {
    hint: 'throughline remember "TEXT", or pipe the text into it',
  })
}
