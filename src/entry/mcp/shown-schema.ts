/** Schemas as the SDK wants them: to be shown, not to be checked by it. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'

type Convert = StandardSchemaWithJSON['~standard']['jsonSchema']['input']

/**
 * Input is checked by `parseInput`, whose messages say what to write instead, and output by the
 * tool. The JSON is made once: over HTTP there is a server for each request.
 */
export function shownSchema(schema: z.ZodObject): StandardSchemaWithJSON {
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
