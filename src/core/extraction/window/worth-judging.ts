/** Whether a window may hold anything; what it costs to judge is saved where it cannot. */

import type { Window } from '../../model/window.ts'
import { recoveredCommands } from './recovered-commands.ts'

const fewestTexts = 2
const shortestUserText = 10

export function isWorthJudging({ exchanges }: Window): boolean {
  const texts = exchanges.flatMap(({ user, assistant }) => [user, assistant])
  const isConversation =
    texts.filter((text) => text !== '').length >= fewestTexts &&
    exchanges.some(({ user }) => user.length >= shortestUserText)
  return isConversation || recoveredCommands(exchanges.flatMap((each) => each.actions)).size > 0
}
