/** What became of a statement that was to be remembered. */
import type { OperationHandlers, OutputOf } from '../../../contract/operations/index.ts'
import type { CliContext } from '../context.ts'
import { excerpt, plain } from '../present.ts'

type Stored = OutputOf<'storeMemory'>

export async function printStored(
  context: CliContext,
  handlers: OperationHandlers,
  result: Stored,
): Promise<void> {
  for (const line of outcomeOf(result)) context.print(line)
  for (const id of result.contradicts) context.print(await contradiction(handlers, id))
  if (result.unmatched !== undefined) {
    const message = `nothing was replaced: no memory was found by "${result.unmatched}"`
    context.writeError(`throughline: ${plain(message)}\n  throughline list shows what is there\n`)
  }
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
