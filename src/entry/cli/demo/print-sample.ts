/** Prints what the sample sessions left. */
import type { OperationHandlers, OutputOf } from '../../../contract/operations/index.ts'
import { operations } from '../../../contract/operations/index.ts'
import type { CliContext } from '../context.ts'
import { excerpt, indented, printWrapped } from '../present.ts'

type Session = OutputOf<'listSessions'>['sessions'][number]

export async function printSessions(
  context: CliContext,
  { listSessions }: OperationHandlers,
): Promise<void> {
  const { sessions } = await listSessions({ limit: 10, offset: 0 })
  context.print()
  context.print('What happened:')
  const rows = sessions
    .toReversed()
    .map((session) => [dayOf(session), nameOf(session), excerpt(session.firstPrompt ?? '', 56)])
  context.printTable(rows, '  ')
}

const dayOf = ({ startedAt }: Session) =>
  new Date(startedAt).toLocaleDateString('en-GB', { weekday: 'short' })

const nameOf = ({ host }: Session) => (host === 'codex' ? 'Codex' : 'Claude Code')

export async function printLearned(
  context: CliContext,
  { listMemories }: OperationHandlers,
  folder: string,
): Promise<void> {
  const { memories } = await listMemories(operations.listMemories.input.parse({ folder }))
  context.print()
  context.print('Learned from it by local rules; no model was asked and nothing was sent:')
  for (const { kind, content, standing } of memories.toReversed()) {
    if (standing === 'memory') printWrapped(indented(context, '  '), `${kind}: ${content}`, '  ')
  }
}

const questions = ['why was the checkout total off by a cent', 'may I edit the api client']

export async function printRecall(
  context: CliContext,
  { recall }: OperationHandlers,
  folder: string,
): Promise<void> {
  for (const query of questions) {
    const input = operations.recall.input.parse({ query, folder, limit: 1 })
    const { hits } = await recall(input)
    context.print()
    context.print(`$ throughline recall ${query}`)
    for (const { text, answer } of hits) printWrapped(indented(context, '  '), answer ?? text)
  }
}
