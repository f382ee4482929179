import { z } from 'zod'
import { operation } from '../operation.ts'

export const getHosts = operation({
  summary: 'Coding agents: which are installed, which are connected, and how to connect one',
  input: z.object({
    folder: z.string().optional().describe('A folder whose settings to check too'),
  }),
  output: z.object({
    hook: z
      .enum(['current', 'missing', 'outdated'])
      .describe('The hook that connected agents run; outdated: from another installation'),
    hosts: z.array(
      z.object({
        name: z.string(),
        displayName: z.string(),
        isFound: z.boolean().describe('Whether it seems to be installed'),
        reason: z.string().describe('Why it seems to be installed or not'),
        integrations: z
          .array(
            z.object({
              kind: z.enum(['hooks', 'mcp', 'instructions', 'permissions']),
              file: z.string(),
              state: z.enum(['current', 'outdated']),
              missingEvents: z.array(z.string()),
            }),
          )
          .describe('Integrations found in the settings of the user and of known projects'),
        otherConnection: z.string().optional().describe('What else connects it, such as a plugin'),
        blockers: z
          .array(z.object({ problem: z.string(), hint: z.string() }))
          .describe('What stops it from working, and how to fix it'),
        remarks: z.array(z.string()).describe('What the user must know or do'),
        lastEventAt: z.string().optional().describe('When its last event arrived'),
        command: z.string().describe('The command that connects it'),
      }),
    ),
  }),
  http: { method: 'get', path: '/api/hosts' },
})
