import type { Command } from 'commander'
import { ThroughlineError } from '../../../contract/errors.ts'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { textOf } from '../given-text.ts'
import { fileOption, filesFrom, type Options, refer, withPlace } from '../memory-options.ts'
import { excerpt } from '../present.ts'

type Memory = OutputOf<'updateMemory'>

export function registerEdit(program: Command, context: CliContext): void {
  withPlace(program.command('edit'))
    .description(operations.updateMemory.summary)
    .argument('<memory>', 'its id, or its key')
    .option('--content <text>', 'what it says from now on; - reads it from standard input')
    .option('--kind <kind>', 'another kind')
    .option('--tags <tags>', 'other labels, separated by commas; "" for none')
    .option('--importance <n>', 'how much it matters, from 0 to 1')
    .option('--key <key>', 'another key; "" for none')
    .addOption(fileOption('the files it is about, in place of those before'))
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'edit package-manager   # opens $EDITOR',
        'edit package-manager --content "We use pnpm, since npm broke the lockfile"',
        'edit 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77 --kind decision --tags build,ci',
      ),
    )
    .action((memory: string, options: Options) => edit(context, memory, options))
}

async function edit(context: CliContext, given: string, options: Options): Promise<void> {
  const reference = refer(context, given, options)
  const { content, kind, tags, importance, key: newKey } = options
  const changes = {
    content,
    kind,
    tags,
    importance,
    newKey,
    files: filesFrom(context, options.file),
  }
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
      hint: '--content, --kind, --tags, --importance, --key or --file',
    })
  }
  // A change of nothing: it refuses at once what could not be changed afterwards either.
  const before = await update(context, reference)
  const notes = [
    `The ${before.scope} ${before.kind} ${before.id}; what it said stays in its history.`,
  ]
  await withEditedText(context, { text: before.content, notes }, async (content) => {
    if (content === '') {
      context.writeError('throughline: nothing was left, so nothing was changed\n')
      context.writeError(`  throughline forget ${before.id} forgets it\n`)
      context.exitCode = 1
      return
    }
    const change = { id: before.id, content, expectedVersion: before.version }
    printChanged(context, options, await update(context, change))
  })
}

function update(context: CliContext, change: object): Promise<Memory> {
  const input = parseInput(operations.updateMemory.input, change)
  return context.withLocal((local) => local.operations.updateMemory(input))
}

function printChanged(context: CliContext, options: Options, memory: Memory): void {
  if (options.json) {
    context.printJson(memory)
  } else if (memory.outcome === 'unchanged') {
    context.print('Nothing changed.')
  } else {
    context.print(`Changed ${memory.id}, now version ${memory.version}`)
    context.print(`  ${excerpt(memory.content, 100)}`)
  }
}
