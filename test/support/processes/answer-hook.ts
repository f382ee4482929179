/** What a hook of a session prints, without the process around it. */
import { findHostProtocol, type Local } from '../../../src/compose/local.ts'
import type { JsonObject } from '../../../src/core/model/json.ts'

/** @param payload as the host sends it, with the folder as `cwd` */
export async function answerHook(
  local: Pick<Local, 'context'>,
  event: string,
  { host: name = 'claude-code', ...payload }: JsonObject & { host?: string; cwd: string },
): Promise<string> {
  const host = findHostProtocol(name)
  const happened = host?.parse(event, { hook_event_name: event, ...payload })
  if (!host || !happened) throw new Error(`${name} has no ${event}`)
  const from = { folder: payload.cwd, projectName: undefined, caller: {} }
  return local.context.answer(host, happened, { ...from, until: Date.now() + 60_000 })
}
