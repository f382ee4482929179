import { z } from 'zod'
import { operation } from '../operation.ts'

export const getHosts = operation({
  summary: 'Coding agents: which are on this machine, which are connected, and how to connect one',
  input: z.object({
    folder: z.string().optional().describe('A folder whose settings to look at as well'),
  }),
  output: z.object({
    hook: z
      .enum(['current', 'missing', 'outdated'])
      .describe('The hook that connected agents run; outdated when another installation wrote it'),
    hosts: z.array(
      z.object({
        name: z.string(),
        displayName: z.string(),
        isFound: z.boolean().describe('Whether this machine seems to have it'),
        reason: z.string().describe('Why it seems so'),
        integrations: z
          .array(
            z.object({
              kind: z.enum(['hooks', 'mcp', 'instructions']),
              file: z.string(),
              state: z.enum(['current', 'outdated']),
              missingEvents: z.array(z.string()),
            }),
          )
          .describe('What the settings of the user and of known projects hold of Throughline'),
        otherConnection: z.string().optional().describe('What else connects it, such as a plugin'),
        blockers: z
          .array(z.object({ problem: z.string(), hint: z.string() }))
          .describe('What keeps it from working, and what to do about it'),
        remarks: z.array(z.string()).describe('What its user must know or do as well'),
        lastEventAt: z.string().optional().describe('When its last event came in'),
        command: z.string().describe('The command that connects it'),
      }),
    ),
  }),
  http: { method: 'get', path: '/api/hosts' },
})
