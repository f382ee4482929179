/** An operation: declared once, available on every surface. */
import type { z } from 'zod'

export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> {
  readonly summary: string
  readonly input: Input
  readonly output: Output
  readonly http: {
    readonly method: 'get' | 'post'
    readonly path: string
    /** Input fields that are meaningless next to those in the path. */
    readonly without?: readonly string[]
  }
}

export type HandlersOf<Operations extends Readonly<Record<string, Operation>>> = {
  readonly [Name in keyof Operations]: (
    input: z.infer<Operations[Name]['input']>,
  ) => Promise<z.infer<Operations[Name]['output']>>
}

export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Operation<Input, Output>,
): Operation<Input, Output> {
  return declaration
}
