import { z } from 'zod'
import { operation } from '../operation.ts'

export const getHosts = operation({
  summary: 'Coding agents: which are on this machine, which are wired, and how to wire one',
  input: z.object({}),
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
              file: z.string(),
              state: z.enum(['current', 'outdated']),
              missingEvents: z.array(z.string()),
              disabledBy: z
                .string()
                .optional()
                .describe('The setting that keeps hooks from running'),
            }),
          )
          .describe('Settings of the user and of known projects that hold our hooks'),
        command: z.string().describe('What wires it'),
      }),
    ),
  }),
  http: { method: 'get', path: '/api/hosts' },
})
