/** A session in Claude Code's own history, as `import` finds it. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './world.ts'

/** @param turns what the user typed; each is answered a minute later */
export function writeClaudeHistory(
  { userHome, project }: World,
  startedAt: string,
  ...turns: readonly string[]
): void {
  const sessionId = randomUUID()
  const folder = join(userHome, '.claude/projects', project.replace(/[^A-Za-z0-9-]/g, '-'))
  const lines = turns.flatMap((prompt, turn) => [
    { type: 'user', message: { role: 'user', content: prompt }, minutes: 2 * turn },
    {
      type: 'assistant',
      message: {
        ...{ id: randomUUID(), type: 'message', role: 'assistant' },
        content: [{ type: 'text', text: 'Understood.' }],
      },
      minutes: 2 * turn + 1,
    },
  ])
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, `${sessionId}.jsonl`),
    lines
      .map(({ minutes, ...line }) => {
        const timestamp = new Date(Date.parse(startedAt) + minutes * 60_000).toISOString()
        return `${JSON.stringify({ ...line, sessionId, cwd: project, uuid: randomUUID(), timestamp })}\n`
      })
      .join(''),
  )
}
