/** Recall over HTTP, for dashboards and CI. Who calls is known by then. */
import { type Context, Hono } from 'hono'
import { sharedRecallOperations } from '../../contract/team/shared-recall.ts'
import type { Caller } from '../../core/team/caller.ts'
import type { SharedRecall } from '../../core/team/recall/create-shared-recall.ts'
import { inputReader } from '../http/request-input.ts'

export interface SharedRecallRouteParts {
  readonly recall: SharedRecall
  /** Who the request was found to come from. */
  readonly callerOf: (context: Context) => Caller
}

export function createSharedRecallRoutes({ recall, callerOf }: SharedRecallRouteParts): Hono {
  const app = new Hono()
  for (const name of Object.keys(sharedRecallOperations) as (keyof SharedRecall)[]) {
    const { http } = sharedRecallOperations[name]
    const read = inputReader(sharedRecallOperations[name])
    // The schema of an operation is the input of its handler.
    const handle = recall[name] as (caller: Caller, input: unknown) => Promise<object>
    app.on(http.method, http.path, async (context) =>
      context.json(await handle(callerOf(context), read(context))),
    )
  }
  return app
}
