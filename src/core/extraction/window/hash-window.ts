/** The identity of what was judged: the same texts and actions are the same window. */

import type { Hash } from '../../model/content-key.ts'
import type { Window } from '../../model/window.ts'

export function hashWindow({ sessionId, depth, digest, exchanges }: Window, hash: Hash): string {
  const content = exchanges.map(({ user, assistant, actions }) => [
    user,
    assistant,
    actions.map(({ toolName, outcome, command, files, output }) => [
      toolName,
      outcome,
      command,
      files,
      output,
    ]),
  ])
  return hash(JSON.stringify([sessionId, digest === undefined ? depth : 'session', content]))
}
