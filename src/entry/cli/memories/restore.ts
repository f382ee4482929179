import { argument, type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { brief, excerpt } from '../present.ts'
import { changeEach } from './each-memory.ts'

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
        (memory) => [describe(memory)],
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
    for (const id of done) context.print(describe(await ask('getMemory', { id, exact: true })))
    for (const { reason } of left) context.writeError(`throughline: ${reason}\n`)
    if (done.length + left.length === 0) context.print('No forgotten memory can be restored.')
  })
}

function describe({ id, content }: { readonly id: string; readonly content: string }): string {
  return `Restored ${brief(id)}: ${excerpt(content, 100)}`
}
