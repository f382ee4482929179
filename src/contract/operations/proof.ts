/** Whether memory helps: sessions that got it, beside a random tenth that did not. */
import { z } from 'zod'
import { placeFields } from '../memory-input.ts'
import { type HandlersOf, operation } from '../operation.ts'
import { proofMeasures, proofVerdicts } from '../vocabulary.ts'

const range = (chance: string) =>
  z
    .object({ value: z.number(), low: z.number(), high: z.number() })
    .optional()
    .describe(`In ${chance} of 100 cases between low and high; absent if there is too little`)

const getProof = operation({
  summary: 'Whether memory helps: sessions with memory beside those held back for proof',
  input: z.object({ project: placeFields.project }),
  output: z.object({
    isOn: z.boolean().describe('Whether sessions are held back now (learning.proof)'),
    since: z.string().optional().describe('When the first of these sessions began'),
    sessions: z
      .object({ withMemory: z.int(), withoutMemory: z.int(), open: z.int() })
      .describe('Sessions that ended and in which you typed something; open: those that go on'),
    needed: z.int().describe('Sessions of each kind before anything is compared'),
    measures: z
      .array(
        z.object({
          measure: z
            .enum(proofMeasures)
            .describe(
              'corrections: per 10 prompts; repeated-failures: failed commands that an earlier session had as well, per 10 sessions; prompts, tokens: in a typical session (geometric mean). Tokens are estimated from what was captured, context included',
            ),
          withMemory: range('95'),
          withoutMemory: range('95'),
          ratio: range('99').describe('With memory, as a multiple of without'),
          verdict: z
            .enum(proofVerdicts)
            .describe(
              'fewer or more with memory, if chance alone shows that less than once in 100 times',
            ),
        }),
      )
      .describe('Empty before there are enough sessions'),
    harm: z
      .array(
        z.object({
          id: z.string().describe('Id of the memory'),
          text: z.string(),
          corrections: z.array(
            z.object({
              session: z.string(),
              turn: z.int(),
              at: z.string(),
              said: z.string().describe('Your words'),
              reason: z.string().describe('What they share with the memory'),
            }),
          ),
        }),
      )
      .describe(
        'Memories given before you corrected the agent about the same subject, most often first',
      ),
  }),
  http: { method: 'get', path: '/api/proof' },
})

const releaseSession = operation({
  summary: 'Release a session held back for proof: it gets context again',
  input: z.object({
    session: z.string().min(1).describe('Session id: Throughline’s or the agent’s'),
  }),
  output: z.object({ session: z.string() }),
  http: { method: 'post', path: '/api/proof/release' },
})

export const proofOperations = { getProof, releaseSession }

export type ProofHandlers = HandlersOf<typeof proofOperations>
