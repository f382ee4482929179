import type { Context } from 'hono'
import { z } from 'zod'
import { parseInput } from '../../contract/parse-input.ts'

/** The `:id` of a path. @throws `invalid-input` */
export function idIn(context: Context): string {
  return parseInput(z.object({ id: z.uuid() }), context.req.param()).id
}
