import { z } from 'zod'
import { settingForms } from '../list-settings.ts'
import { operation } from '../operation.ts'

const key = z.string().min(1).describe('Dotted: hook.deadlineMs')

export const settingState = z.object({
  key: z.string(),
  description: z.string(),
  form: z.enum(settingForms).describe('How it is best asked for'),
  choices: z
    .array(z.string())
    .optional()
    .describe('All that a choice, or an item of a list, may be'),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  needsRestart: z.boolean().describe('A running daemon goes on with what it was started with'),
  value: z.json(),
  default: z.json(),
  source: z.enum(['default', 'file', 'environment']),
  variable: z.string().describe('The environment variable that comes before the file'),
})

export const getSettings = operation({
  summary: 'Every setting: what it does, what it is now, and who says so',
  input: z.object({}),
  output: z.object({ file: z.string(), settings: z.array(settingState) }),
  http: { method: 'get', path: '/api/settings' },
})

export const setSetting = operation({
  summary: 'Change a setting; everything else in the file stays',
  input: z.object({ key, value: z.json() }),
  output: settingState,
  http: { method: 'post', path: '/api/settings' },
})

export const resetSetting = operation({
  summary: 'Give a setting its default back',
  input: z.object({ key }),
  output: settingState,
  http: { method: 'post', path: '/api/settings/reset' },
})

export const settingsOperations = { getSettings, setSetting, resetSetting }
