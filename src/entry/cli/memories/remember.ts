import { ThroughlineError } from '../../../contract/errors.ts'
import { type InputOf, type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { visibleText } from '../../../core/text/visible-text.ts'
import {
  argument,
  type Command,
  type Options,
  option,
  optionsOf,
  placeOptions,
} from '../command.ts'
import type { Ask, AskableLocal, CliContext } from '../context.ts'
import { brief, excerpt } from '../present.ts'
import { isPiped, textOf } from '../user-input.ts'
import { fileOption, filesFrom } from './named-memories.ts'

type Stored = OutputOf<'storeMemory'>

export const rememberCommand: Command = {
  arguments: [argument('[text...]', 'What to remember; - reads it from standard input')],
  options: [
    ...placeOptions,
    option('--kind <kind>', 'Such as preference, correction, decision, fact, fix or rule'),
    option('--key <key>', 'A unique name; using it again updates the memory'),
    ...optionsOf('storeMemory', 'tags', 'importance'),
    fileOption('A file it is about; may be repeated'),
    option('--pin', 'Always give it to the agent'),
    ...optionsOf('storeMemory', 'supersedes'),
    option('--lines', 'Store each line of standard input as a memory'),
  ],
  examples: [
    'remember "Tests run with vitest, never jest" --kind rule',
    'remember --scope global --key editor "I use two spaces"',
    'remember --file src/clock.ts < note.txt',
    'remember --lines --kind rule < rules.txt',
    'remember   # opens $EDITOR',
  ],
  run: (context, options, ...words) => remember(context, words, options),
}

async function remember(context: CliContext, words: string[], options: Options): Promise<void> {
  if (options.lines) return rememberLines(context, words, options)
  if (words.length > 0) return store(context, await textOf(context, words), options)
  if (isPiped(context)) return store(context, await textOf(context, ['-']), options)
  const { canEdit, withEditedText } = await import('./edit-text.ts')
  if (!canEdit(context) || options.json) throw missingText()
  const note = 'Below this line: one statement, with the reason. Leave it empty to store nothing.'
  await withEditedText(context, { text: '', note }, async (content) => {
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
  // Every line is parsed before the first is stored, so that a mistake stores nothing.
  const inputs = text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : [inputOfLine(context, line, index + 1, options)],
    )
  if (inputs.length === 0) throw missingText()
  await withStore(context, options, async ({ ask }) => {
    const results: Stored[] = []
    for (const input of inputs) {
      const result = await ask('storeMemory', input)
      results.push(result)
      if (!options.json) await printStored(context, ask, result)
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
  await withStore(context, options, async ({ ask }) => {
    const result = await ask('storeMemory', input)
    return options.json ? context.printJson(result) : printStored(context, ask, result)
  })
}

/** A session that just started may still be in the spool. */
function withStore(
  context: CliContext,
  { session }: Options,
  work: (local: AskableLocal) => Promise<void>,
): Promise<void> {
  const open = session === undefined ? context.withLocal : context.withFreshLocal
  return open(work)
}

function inputOf(context: CliContext, content: string, options: Options): InputOf<'storeMemory'> {
  if (content.trim() === '') throw missingText()
  refuseTwoPlaces(options)
  return parseInput(operations.storeMemory.input, {
    ...options,
    content,
    pinned: options.pin,
    files: filesFrom(context, options.file),
    folder: context.cwd,
  })
}

/** A global memory belongs to no project, session or agent. */
function refuseTwoPlaces({ scope, project, session, agent }: Options): void {
  const named = Object.entries({ project, session, agent }).find(([, name]) => name !== undefined)
  if (scope !== 'global' || !named) return
  throw new ThroughlineError(
    'invalid-input',
    `--scope global and --${named[0]} cannot be used together`,
  )
}

function missingText(): ThroughlineError {
  return new ThroughlineError('invalid-input', 'there is nothing to remember', {
    hint: 'throughline remember "TEXT", or pipe the text into it',
  })
}

async function printStored(context: CliContext, ask: Ask, result: Stored): Promise<void> {
  for (const line of outcomeOf(result)) context.print(line)
  for (const id of result.contradicts) {
    const { content } = await ask('getMemory', { id, exact: true })
    context.print(`It may contradict ${brief(id)}: ${excerpt(content, 80)}`)
  }
  if (result.unmatched !== undefined) {
    const message = `nothing was replaced: no memory was found by "${result.unmatched}"`
    context.writeError(
      `throughline: ${visibleText(message)}\n  throughline list shows what is there\n`,
    )
  }
}

function outcomeOf({ outcome, memory, superseded }: Stored): string[] {
  const { key, kind, scope } = memory
  const id = brief(memory.id)
  const what = `${scope} ${kind}${key === undefined ? '' : `, key "${key}"`}`
  switch (outcome) {
    case 'created':
      return [`Remembered as ${id} (${what})`]
    case 'updated':
      return [`Updated ${id} (${what})`]
    case 'duplicate':
      return [`Already known: ${id}`, `  ${excerpt(memory.content, 100)}`]
    case 'merged':
      return [`Merged into ${id} (${what})`, `  ${excerpt(memory.content, 100)}`]
    case 'superseded':
      return [`Replaced ${superseded.map(brief).join(', ')} by ${id} (${what})`]
  }
}
