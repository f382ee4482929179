/** `/mcp`: agents in containers and web sandboxes use the team's memory with a key. */
import type { Hono } from 'hono'
import { readAlready } from '../../http/body.ts'
import { limitOpen } from '../../http/limit-open.ts'
import { actorOf, type ServerParts } from '../server-parts.ts'
import { answerMcp } from './team-mcp-server.ts'

/** A client has a request or two open at a time. */
const mostOpen = 256

/** Behind a check of who asks. */
export function serveTeamMcp(app: Hono, { recall, writing, version, log }: ServerParts): void {
  app.use('/mcp', limitOpen(mostOpen, 'MCP requests'))
  app.all('/mcp', (context) => {
    const handlers = { ...recall, ...writing }
    return answerMcp(readAlready(context), { handlers, caller: actorOf(context), version, log })
  })
}
