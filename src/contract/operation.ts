/** One operation, declared once and offered on every surface. */
import type { z } from 'zod'

export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly http: { readonly method: 'get' | 'post'; readonly path: string }
}

export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  declaration: Operation<Input, Output>,
): Operation<Input, Output> {
  return declaration
}
