import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import {
  argument,
  type Command,
  type Options,
  option,
  optionsOf,
  placeOptions,
} from '../command.ts'
import type { CliContext } from '../context.ts'
import { brief, excerpt } from '../present.ts'
import { textOf } from '../user-input.ts'
import { changeEach, fileOption, filesFrom, refer } from './named-memories.ts'

type Memory = OutputOf<'updateMemory'>

export const editCommand: Command = {
  arguments: [
    argument('<memory>', 'Its id or key; part of an id will do', 'memory'),
    argument('[text...]', 'What it says from now on; - reads it from standard input'),
  ],
  options: [
    option('--content <text>', 'The same as the text after the memory'),
    option('--kind <kind>', 'Another kind'),
    option('--tags <tags>', 'Other labels, separated by commas; "" for none', {
      neverEmpty: false,
    }),
    ...optionsOf('updateMemory', 'importance'),
    option('--key <key>', 'Another key; "" for none', { neverEmpty: false }),
    fileOption('A file it is about, replacing the old ones; may be repeated'),
    ...placeOptions,
  ],
  examples: [
    'edit package-manager   # opens $EDITOR',
    'edit package-manager "We use pnpm, since npm broke the lockfile"',
    'edit 2b8c1e4a77 --kind decision --tags build,ci',
  ],
  run: (context, options, memory = '', ...words) => edit(context, memory, words, options),
}

async function edit(
  context: CliContext,
  given: string,
  words: readonly string[],
  options: Options,
): Promise<void> {
  const reference = refer(context, given, options)
  const { kind, tags, importance, key: newKey } = options
  const content = words.length > 0 ? words.join(' ') : options.content
  const files = filesFrom(context, options.file)
  const changes = { content, kind, tags, importance, newKey, files }
  if (Object.values(changes).every((value) => value === undefined)) {
    return editByHand(context, reference, options)
  }
  if (content === '-') changes.content = await textOf(context, ['-'])
  printChanged(context, options, await update(context, { ...reference, ...changes }))
}

async function editByHand(context: CliContext, reference: object, options: Options): Promise<void> {
  const { canEdit, withEditedText } = await import('./edit-text.ts')
  if (!canEdit(context) || options.json) {
    throw new ThroughlineError('invalid-input', 'say what to change', {
      hint: 'give the new text, or --kind, --tags, --importance, --key or --file',
    })
  }
  // An empty change fails early if the memory cannot be changed.
  const before = await update(context, reference)
  const note = `The ${before.scope} ${before.kind} ${brief(before.id)}; the old text stays in its history.`
  await withEditedText(context, { text: before.content, note }, async (content) => {
    if (content === '') {
      context.writeError('throughline: the text is empty, so nothing was changed\n')
      context.writeError(`  throughline forget ${brief(before.id)} forgets it\n`)
      context.exitCode = 1
      return
    }
    const change = { id: before.id, content, expectedVersion: before.version }
    printChanged(context, options, await update(context, change))
  })
}

function update(context: CliContext, change: object): Promise<Memory> {
  return context.withLocal(({ ask }) => ask('updateMemory', { ...change }))
}

function printChanged(context: CliContext, options: Options, memory: Memory): void {
  if (options.json) {
    context.printJson(memory)
  } else if (memory.outcome === 'unchanged') {
    context.print('Nothing changed.')
  } else {
    context.print(`Changed ${brief(memory.id)}, now version ${memory.version}`)
    context.print(`  ${excerpt(memory.content, 100)}`)
  }
}

const memories = argument('<memory...>', 'Ids or keys; part of an id will do', 'memory')

export const pinCommand: Command = {
  arguments: [memories],
  options: placeOptions,
  examples: ['pin package-manager', 'pin 2b8c1e4a77 9d03f6b2c1'],
  run: change(true),
}

export const unpinCommand: Command = {
  arguments: [memories],
  options: placeOptions,
  examples: ['unpin package-manager', 'unpin 2b8c1e4a77 9d03f6b2c1'],
  run: change(false),
}

function change(pinned: boolean): NonNullable<Command['run']> {
  return (context, options, ...given) =>
    context.withLocal(({ ask }) =>
      changeEach(
        context,
        options,
        given,
        (name) => ask('pinMemory', { ...refer(context, name, options), pinned }),
        ({ id, content }) => {
          const done = pinned ? 'Pinned' : 'No longer pinned:'
          return [`${done} ${brief(id)}: ${excerpt(content, 100)}`]
        },
      ),
    )
}
