import { z } from 'zod'
import { operation } from '../operation.ts'

export const getHosts = operation({
  summary: 'Coding agents: which are on this machine, which are wired, and how to wire one',
  input: z.object({
    folder: z.string().optional().describe('A folder whose settings to look at as well'),
  }),
  output: z.object({
    hook: z
      .enum(['current', 'missing', 'outdated'])
      .describe('The hook that wired agents run; outdated is one of another installation'),
    hosts: z.array(
      z.object({
        name: z.string(),
        displayName: z.string(),
        isFound: z.boolean().describe('Whether this machine seems to have it'),
        reason: z.string().describe('Why we think so'),
        wired: z
          .array(
            z.object({
              kind: z.enum(['hooks', 'mcp', 'instructions']),
              file: z.string(),
              state: z.enum(['current', 'outdated']),
              missingEvents: z.array(z.string()),
            }),
          )
          .describe('What of ours the settings of the user and of known projects hold'),
        otherWay: z
          .string()
          .optional()
          .describe('What else brings our hooks to it, such as a plugin'),
        obstacles: z
          .array(z.object({ problem: z.string(), hint: z.string() }))
          .describe('What keeps it from working, and what to do about that'),
        remarks: z.array(z.string()).describe('What its user must know or do besides'),
        lastEventAt: z.string().optional().describe('When it last told us something'),
        command: z.string().describe('What wires it'),
      }),
    ),
  }),
  http: { method: 'get', path: '/api/hosts' },
})
