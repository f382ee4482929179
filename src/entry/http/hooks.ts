/**
 * `POST /hooks/{Event}`: an event sent over HTTP instead of by the hook script. It goes through the
 * same spool, so it is as durable. Internal errors are logged and answered with 202: they must never
 * become the agent's problem.
 */
import type { Context, Hono } from 'hono'
import type { AskedFrom } from '../../compose/context.ts'
import { parsePayload } from '../../core/capture/repair-json.ts'
import { toCallerNames } from '../../core/model/caller-names.ts'
import type { HostEvent } from '../../core/model/host-event.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { SpoolEnvelope } from '../../core/model/spool-file.ts'
import type { HostProtocol } from '../../core/ports/host.ts'
import type { Log } from '../../core/ports/runtime.ts'
import { bodyOf } from './body.ts'
import { refuse } from './respond.ts'

export interface HookParts {
  /** @throws ThroughlineError for an unknown host */
  readonly findHost: (name: string, payload: JsonObject) => HostProtocol
  /** Adds the event to the spool, unless capture is off in its folder. */
  readonly accept: (envelope: SpoolEnvelope, payload: string) => Promise<void>
  /** What the hook prints for the host; empty when there is nothing to say. */
  readonly answer: (host: HostProtocol, event: HostEvent, from: AskedFrom) => Promise<string>
  /** The hook has spooled its event itself and wants it drained soon. */
  readonly nudge: () => void
  readonly log: Log
}

const defaultHost = 'claude-code'

export function serveHooks(app: Hono, parts: HookParts): void {
  app.post('/hooks/:event', (context) => receive(context, parts))
}

async function receive(context: Context, parts: HookParts): Promise<Response> {
  const eventName = context.req.param('event') ?? ''
  if (!/^[\w-]{1,64}$/.test(eventName)) return refuse(context, 400, 'that is not an event name')
  const text = bodyOf(context)
  const payload = parsePayload(text)
  if (payload.kind === 'broken')
    return refuse(context, 400, `the body is broken: ${payload.reason}`)
  const host = parts.findHost(context.req.query('host') ?? defaultHost, payload.value)
  const event = host.parse(eventName, payload.value)
  if (!event) {
    return refuse(context, 400, 'session_id is missing', 'send the host’s payload unchanged')
  }
  const from = senderOf(context)
  try {
    if (context.req.query('spooled') === '1') parts.nudge()
    else await parts.accept(envelopeOf(event, from), text)
    const output = await parts.answer(host, event, from)
    return context.json({ status: 'accepted', ...(output && { output }) }, 202)
  } catch (error) {
    parts.log.error('a hook event could not be handled', { error, event: eventName })
    return context.json({ status: 'failed' }, 202)
  }
}

/** Query parameters that our own hook adds, and any other sender may. */
function senderOf({ req }: Context): AskedFrom {
  const until = req.query('until')
  return {
    folder: req.query('folder') || undefined,
    projectName: req.query('project') || undefined,
    caller: toCallerNames(req.query('session'), req.query('agent')),
    until: until && /^\d{13}$/.test(until) ? Number(until) : undefined,
  }
}

/** The event's own folder comes first, then the one its sender runs in. */
function envelopeOf({ host, name, cwd: own }: HostEvent, from: AskedFrom): SpoolEnvelope {
  const { folder, projectName: project, caller } = from
  const cwd = own ?? folder
  const place = { ...(cwd !== undefined && { cwd }), ...(project && { project }) }
  return { host, event: name, ...place, ...caller }
}
