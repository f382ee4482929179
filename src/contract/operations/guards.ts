import { z } from 'zod'
import { idInput } from '../memory-input.ts'
import { normaliseLine } from '../memory-text.ts'
import { type HandlersOf, operation } from '../operation.ts'
import { guardLevels, guardStates } from '../vocabulary.ts'

const level = z
  .enum(guardLevels)
  .describe(
    'note: the agent is shown the rule when it is about to do this; ask: the agent asks you first; block: the call is refused; off: nothing happens',
  )

const part = (description: string) => z.string().optional().describe(description)

const pattern = z
  .object({
    tool: part('Name of the tool, as the agent calls it'),
    command: part('A program, and words that follow it in this order'),
    path: part('A file or folder that is changed, from the project’s folder'),
  })
  .describe('All that is stated must be so')

const host = z.object({
  name: z.string(),
  displayName: z.string(),
  notes: z.enum(['before', 'after', 'never']).describe('When a note reaches the model'),
  asks: z.boolean().describe('Whether it can ask you; otherwise it refuses the call'),
  blocks: z.boolean().describe('Whether a call can be held back at all'),
})

const guard = z.object({
  id: z.string().describe('Id of its memory'),
  content: z.string(),
  level,
  patterns: z.array(pattern).describe('Calls that make it fire: any of these'),
  exceptions: z.array(pattern).describe('Calls that it lets pass'),
  setAt: z.string(),
  fired: z.int().describe('How often it held a call back'),
  last: z.object({ at: z.string(), host: z.string(), call: pattern.optional() }).optional(),
  state: z
    .enum(guardStates)
    .describe(
      'Its memory since: kept, changed, replaced by another, or removed. The guard stays as you set it',
    ),
  project: z.string().optional().describe('Name of the project; absent if it applies everywhere'),
})

const outcome = z.enum(['corrected', 'passed', 'last'])

const backtest = z.object({
  sessions: z.int().describe('Sessions looked through, newest first'),
  isAll: z.boolean().describe('Whether these are all'),
  fired: z.int().describe('Turns in which it would have fired'),
  corrected: z.int().describe('Of those, how many you corrected afterwards'),
  passed: z.int().describe('Of those, how many you let pass'),
  turns: z
    .array(
      z.object({
        session: z.string(),
        turn: z.string(),
        number: z.int(),
        at: z.string(),
        call: pattern,
        outcome: outcome.describe('last: nothing was said after it'),
      }),
    )
    .describe('The newest ten'),
})

const described = guard.omit({ setAt: true }).extend({
  setAt: z.string().optional().describe('Absent if it was never set; then it only notes'),
  obstacle: z.string().optional().describe('Why it can only note'),
  backtest,
  hosts: z.array(host),
})

const mostPatterns = 20
const mostCharacters = 200

const word = z.string().transform(normaliseLine).pipe(z.string().min(2).max(mostCharacters))

const patternInput = z
  .strictObject({ tool: word.optional(), command: word.optional(), path: word.optional() })
  .refine((given) => Object.values(given).some((each) => each !== undefined), 'it is empty')

const patternsInput = z.array(patternInput).max(mostPatterns).optional()

const listGuards = operation({
  summary: 'List the guards you set',
  input: z.object({}),
  output: z.object({ guards: z.array(guard), hosts: z.array(host) }),
  http: { method: 'get', path: '/api/guards' },
})

const getGuard = operation({
  summary: 'Propose the guard of a memory, and test it on captured history',
  input: z.object({ id: idInput.describe('Id of the memory') }),
  output: described,
  http: { method: 'get', path: '/api/guards/:id' },
})

const setGuard = operation({
  summary: 'Set the guard of a memory; ask and block only for your own words',
  input: z.object({
    id: idInput.describe('Id of the memory'),
    level: level.optional(),
    patterns: patternsInput.describe('Default: those it has, or what its text names'),
    exceptions: patternsInput.describe('Default: those it has'),
  }),
  output: described,
  http: { method: 'post', path: '/api/guards/:id' },
})

export const guardOperations = { listGuards, getGuard, setGuard }

export type GuardHandlers = HandlersOf<typeof guardOperations>
