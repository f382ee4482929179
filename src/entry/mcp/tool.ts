/** One tool for agents: an operation of the contract, narrowed to what an agent needs. */
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { parseInput } from '../../contract/parse-input.ts'
import type { AgentMemoryHandlers } from '../../core/proposals/agent-operations.ts'
import { visibleValue } from '../../core/text/visible-text.ts'
import type { ToolCaller } from './caller.ts'

export interface ToolHandlers extends OperationHandlers {
  /** Operations that do less, or other things, for an agent than for the user. */
  readonly agent: AgentMemoryHandlers
}

export interface Declaration<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Handlers = ToolHandlers,
  Caller = ToolCaller,
> {
  readonly name: string
  readonly title: string
  /** What it does, when to use it and when not. Brief: it costs every agent tokens in every session. */
  readonly description: string
  readonly effect: keyof typeof effects
  readonly input: Input
  /** The part of the operation's output an agent gets; the rest would only cost tokens. */
  readonly output: Output
  readonly run: (
    input: z.infer<Input>,
    handlers: Handlers,
    caller: Caller,
  ) => Promise<z.input<Output>>
  /** A short copy for clients that show text only. */
  readonly present: (output: z.infer<Output>, input: z.infer<Input>) => string
}

export interface Tool<Handlers = ToolHandlers, Caller = ToolCaller>
  extends Pick<Declaration<z.ZodObject, z.ZodObject>, 'name' | 'title' | 'description'> {
  readonly annotations: ToolAnnotations
  readonly inputSchema: StandardSchemaWithJSON
  readonly outputSchema: StandardSchemaWithJSON
  /** Whether it takes a working folder. */
  readonly takesFolder: boolean
  /** @throws ThroughlineError */
  call(
    given: unknown,
    handlers: Handlers,
    caller: Caller,
  ): Promise<{ structured: Record<string, unknown>; text: string }>
}

const effects = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  changes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
} satisfies Record<string, ToolAnnotations>

export function tool<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Handlers = ToolHandlers,
  Caller = ToolCaller,
>(declaration: Declaration<Input, Output, Handlers, Caller>): Tool<Handlers, Caller> {
  const { name, title, description, effect, output, run, present } = declaration
  // An ignored field must not look as if it had an effect.
  const input = declaration.input.strict() as Input
  return {
    name,
    title,
    description,
    annotations: { title, ...effects[effect], openWorldHint: false },
    inputSchema: shownSchema(input),
    outputSchema: shownSchema(output),
    takesFolder: 'folder' in input.shape,
    async call(given, handlers, caller) {
      const asked = parseInput(input, given)
      const structured = visibleValue(output.parse(await run(asked, handlers, caller)))
      return { structured, text: present(structured, asked) }
    },
  }
}

type Convert = StandardSchemaWithJSON['~standard']['jsonSchema']['input']

/**
 * A schema that the SDK shows but does not check: `parseInput` checks input, with messages that say
 * what to write instead, and the tool checks its output. The JSON is made once, since over HTTP each
 * request has a server of its own.
 */
function shownSchema(schema: z.ZodObject): StandardSchemaWithJSON {
  const { input, output } = schema['~standard'].jsonSchema
  return {
    '~standard': {
      version: 1,
      vendor: 'throughline',
      validate: (value) => ({ value }),
      jsonSchema: { input: once(input), output: once(output) },
    },
  }
}

function once(convert: Convert): Convert {
  let json: ReturnType<Convert> | undefined
  return (options) => {
    json ??= convert(options)
    return json
  }
}
