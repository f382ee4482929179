/** Recall and single writes over HTTP, for dashboards and CI. */
import { type Context, Hono } from 'hono'
import { sharedOperations } from '../../contract/team/shared-recall.ts'
import type { Caller } from '../../core/team/caller.ts'
import type { SharedRecall } from '../../core/team/recall/create-shared-recall.ts'
import type { SharedWriting } from '../../core/team/recall/create-shared-writing.ts'
import { inputReader } from '../http/body.ts'

export type SharedHandlers = SharedRecall & SharedWriting

/** @param callerOf the authenticated caller of a request */
export function createSharedRoutes(
  handlers: SharedHandlers,
  callerOf: (context: Context) => Caller,
): Hono {
  const app = new Hono()
  for (const name of Object.keys(sharedOperations) as (keyof SharedHandlers)[]) {
    const { http } = sharedOperations[name]
    const read = inputReader(sharedOperations[name])
    // The schema of an operation is the input of its handler.
    const handle = handlers[name] as (caller: Caller, input: unknown) => Promise<object>
    app.on(http.method, http.path, async (context) =>
      context.json(await handle(callerOf(context), read(context))),
    )
  }
  return app
}
