/** Prints the captured sample session and its summary. */
import type { OperationHandlers, OutputOf } from '../../../contract/operations/index.ts'
import { renderDigest } from '../../../core/digest/render-digest.ts'
import { visibleText } from '../../../core/text/visible-text.ts'
import type { CliContext } from '../context.ts'
import { count, excerpt } from '../present.ts'

export async function printSample(context: CliContext, handlers: OperationHandlers): Promise<void> {
  const { sessions } = await handlers.listSessions({ limit: 1, offset: 0 })
  const session = await handlers.getSession({ id: sessions[0]?.id ?? '' })
  context.print()
  context.print(
    `Session of ${session.host} in project ${session.project?.name}, branch ${session.branch}:`,
  )
  for (const turn of session.timeline) printTurn(context, turn)
  context.print()
  context.print('Summary:')
  const digest = session.digest === undefined ? '' : visibleText(renderDigest(session.digest))
  for (const line of digest.split('\n')) context.print(`  ${line}`)
}

function printTurn(context: CliContext, turn: OutputOf<'getSession'>['timeline'][number]): void {
  context.print(`  ${turn.number}. ${excerpt(turn.prompt ?? '', 90)}`)
  const tools = turn.toolEvents.map(
    ({ toolName, outcome }) => `${toolName}${outcome === 'failed' ? ' (failed)' : ''}`,
  )
  context.print(`     ${count(tools.length, 'tool call')}: ${tools.join(', ')}`)
  context.print(`     > ${excerpt(turn.answer ?? '', 90)}`)
}
