import { z } from 'zod'
import { settingForms } from '../list-settings.ts'
import { operation } from '../operation.ts'

const key = z.string().min(1).describe('Dotted name, such as hook.deadlineMs')

const settingState = z.object({
  key: z.string(),
  description: z.string(),
  form: z.enum(settingForms).describe('Input control that suits it'),
  choices: z.array(z.string()).optional().describe('Allowed values of a choice or list item'),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  needsRestart: z.boolean().describe('A running daemon keeps the old value until it restarts'),
  terminalOnly: z
    .string()
    .optional()
    .describe('Why only `throughline config set` and the file can change it'),
  value: z.json(),
  default: z.json(),
  source: z.enum(['default', 'file']),
})

const getSettings = operation({
  summary: 'Every setting with its description, value and origin',
  input: z.object({}),
  output: z.object({ file: z.string(), settings: z.array(settingState) }),
  http: { method: 'get', path: '/api/settings' },
})

const setSetting = operation({
  summary: 'Change a setting; the rest of the file stays the same',
  input: z.object({ key, value: z.json() }),
  output: settingState,
  http: { method: 'post', path: '/api/settings' },
})

const resetSetting = operation({
  summary: 'Reset a setting to its default',
  input: z.object({ key }),
  output: settingState,
  http: { method: 'post', path: '/api/settings/reset' },
})

export const settingsOperations = { getSettings, setSetting, resetSetting }
