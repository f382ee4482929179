import { z } from 'zod'
import { referenceFields } from '../memory-input.ts'
import { normaliseLine } from '../memory-text.ts'
import { type HandlersOf, operation } from '../operation.ts'
import { checkStates } from '../vocabulary.ts'

const check = z.object({
  name: z.string().describe('By which it is dropped'),
  says: z.string().describe('What must be so: “package.json has the script lint:fix”'),
  state: z
    .enum(checkStates)
    .describe(
      'How it is now; one that never held counts only once it has; unknown: nobody can look',
    ),
  since: z.string().optional().describe('When it was first seen to fail'),
  isByHand: z.boolean().describe('Whether you added it'),
})

const listed = z.object({
  id: z.string(),
  checks: z.array(check),
  dropped: z.array(z.string()).describe('What the checks say that you dropped'),
  idle: z.string().optional().describe('Why no check counts'),
})

const mostCharacters = 200
const text = z
  .string()
  .transform(normaliseLine)
  .pipe(z.string().min(1).max(mostCharacters))
  .optional()

const { id: _, ...keyFields } = referenceFields
const byKey = Object.keys(keyFields)

const listChecks = operation({
  summary: 'List the checks of a memory, and whether each holds now',
  input: z.object(referenceFields),
  output: listed,
  http: { method: 'get', path: '/api/memories/:id/checks', without: byKey },
})

const setChecks = operation({
  summary: 'Add a check to a memory, or drop one',
  input: z.object({
    ...referenceFields,
    file: text.describe('This file or folder exists, from the project’s folder'),
    contains: text.describe('The file contains this text'),
    script: text.describe('package.json has this script'),
    needs: text.describe('package.json asks for this version or a newer one: “node 20”'),
    ignored: text.describe('.gitignore lists this path'),
    drop: text.describe('Name of a check to drop'),
  }),
  output: listed,
  http: { method: 'post', path: '/api/memories/:id/checks', without: byKey },
})

export const checkOperations = { listChecks, setChecks }

export type CheckHandlers = HandlersOf<typeof checkOperations>
