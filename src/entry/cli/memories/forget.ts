import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, type Options, option, placeOptions } from '../command.ts'
import type { CliContext } from '../context.ts'
import { brief, excerpt, memoryCount, readableDate } from '../present.ts'
import { changeEach, refer } from './named-memories.ts'

export const forgetCommand: Command = {
  arguments: [argument('[memory...]', 'Ids or keys; part of an id will do', 'memory')],
  options: [...placeOptions, option('--dry-run', 'Show what would go and forget nothing')],
  examples: ['forget 2b8c1e4a77 9d03f6b2c1', 'forget package-manager'],
  run(context, options, ...given) {
    if (given.length === 0) {
      throw new ThroughlineError('invalid-input', 'name a memory, by its id or its key', {
        hint: 'throughline list shows them; clear forgets many; delete is for sessions and texts',
      })
    }
    return options.dryRun
      ? previewForget(context, options, given, 'forget')
      : forgetEach(context, options, given)
  },
}

export function forgetEach(
  context: CliContext,
  options: Options,
  given: readonly string[],
): Promise<void> {
  return context.withLocal(({ ask }) =>
    changeEach(
      context,
      options,
      given,
      (name) => ask('forgetMemory', { ...refer(context, name, options), now: options.now }),
      describe,
    ),
  )
}

export function previewForget(
  context: CliContext,
  options: Options,
  given: readonly string[],
  verb: 'forget' | 'delete',
): Promise<void> {
  return context.withLocal(({ ask }) =>
    changeEach(
      context,
      options,
      given,
      (name) => ask('getMemory', { ...refer(context, name, options), exact: true }),
      ({ id, content }) => [`Would ${verb} ${brief(id)}: ${excerpt(content, 100)}`],
    ),
  )
}

function describe({ id: whole, restorableUntil, along }: OutputOf<'forgetMemory'>): string[] {
  const id = brief(whole)
  const what = along === 0 ? id : `${id} and ${memoryCount(along)} that had become part of it`
  return restorableUntil === undefined
    ? [`Deleted ${what}`]
    : [`Forgot ${what}`, `Until ${readableDate(restorableUntil)}: throughline restore ${id}`]
}

export const restoreCommand: Command = {
  arguments: [
    argument('[id...]', 'Forgotten memories (default: what the last forget removed)', 'forgotten'),
  ],
  options: [option('--session <id>', 'Keep a session that retention marked for deletion')],
  examples: ['restore', 'restore 2b8c1e4a77', 'restore --session 7c02d9e15b', 'list --forgotten'],
  run(context, options, ...ids) {
    const isJson = options.json === true
    if (typeof options.session === 'string') return keepSession(context, options.session, isJson)
    if (ids.length === 0) return restoreLast(context, isJson)
    return context.withLocal(({ ask }) =>
      changeEach(
        context,
        options,
        ids,
        (id) => ask('restoreMemory', { id }),
        (memory) => [describeRestored(memory)],
      ),
    )
  },
}

async function keepSession(context: CliContext, id: string, asJson: boolean): Promise<void> {
  await context.withLocal(async ({ ask }) => {
    const kept = await ask('keepSession', { id })
    if (asJson) return context.printJson(kept)
    context.print(`Session ${brief(kept.id)} stays`)
  })
}

async function restoreLast(context: CliContext, asJson: boolean): Promise<void> {
  await context.withLocal(async ({ ask }) => {
    const result = await ask('restoreMemories', {})
    const { done, left } = result
    if (left.length > 0) context.exitCode = 1
    if (asJson) return context.printJson(result)
    for (const id of done)
      context.print(describeRestored(await ask('getMemory', { id, exact: true })))
    for (const { reason } of left) context.writeError(`throughline: ${reason}\n`)
    if (done.length + left.length === 0) context.print('No forgotten memory can be restored.')
  })
}

function describeRestored({
  id,
  content,
}: {
  readonly id: string
  readonly content: string
}): string {
  return `Restored ${brief(id)}: ${excerpt(content, 100)}`
}
