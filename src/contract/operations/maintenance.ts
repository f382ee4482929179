/** Settings, background jobs, indexes and subscribers to lifecycle events. */
import { z } from 'zod'
import { settingForms } from '../list-settings.ts'
import { idInput, limitInput } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { lifecycleTypes } from '../vocabulary.ts'

const subscriberSummary = z.object({
  name: z.string(),
  target: z.string().describe('The program, or the host of the URL'),
  events: z.array(z.enum(lifecycleTypes)),
  projects: z.array(z.string()).describe('Empty means all'),
  delivered: z.int().describe('In the last two weeks'),
  waiting: z.int(),
  parked: z.int(),
  lastDeliveredAt: z.string().optional(),
  lastError: z.string().optional().describe('Last error of a waiting or parked delivery'),
})

const delivery = z.object({
  subscriber: z.string(),
  eventId: z.string(),
  type: z.enum(lifecycleTypes),
  sessionId: z.string().optional(),
  sequence: z.int(),
  at: z.string().describe('When it happened'),
  status: z.enum(['pending', 'done', 'parked']),
  attempts: z.int().describe('Number of failed attempts'),
  nextAt: z.string().optional().describe('When it is tried next'),
  updatedAt: z.string(),
  error: z.string().optional(),
})

const listSubscribers = operation({
  summary: 'Subscribers to lifecycle events, and their deliveries',
  input: z.object({}),
  output: z.object({ subscribers: z.array(subscriberSummary) }),
  http: { method: 'get', path: '/api/subscribers' },
})

const listDeliveries = operation({
  summary: 'Deliveries to subscribers, most recently updated first',
  input: z.object({
    subscriber: idInput.optional().describe('Only deliveries to this subscriber'),
    limit: limitInput,
  }),
  output: z.object({ deliveries: z.array(delivery) }),
  http: { method: 'get', path: '/api/subscribers/deliveries' },
})

const retryDeliveries = operation({
  summary: 'Retry parked deliveries: for one subscriber, or all',
  input: z.object({ subscriber: idInput.optional() }),
  output: z.object({ retried: z.int() }),
  http: { method: 'post', path: '/api/subscribers/retry' },
})

const testSubscriber = operation({
  summary: 'Send a subscriber a sample of each event type it gets',
  input: z.object({ subscriber: idInput }),
  output: z.object({
    results: z.array(
      z.object({
        type: z.enum(lifecycleTypes),
        accepted: z.boolean(),
        error: z.string().optional(),
      }),
    ),
  }),
  http: { method: 'post', path: '/api/subscribers/test' },
})

export const subscriberOperations = {
  listSubscribers,
  listDeliveries,
  retryDeliveries,
  testSubscriber,
}

export const jobStatus = z.enum(['pending', 'running', 'done', 'parked'])

const job = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  status: jobStatus,
  attempts: z.int(),
  runAfter: z.string(),
  error: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const listJobs = operation({
  summary: 'Background jobs: parked ones first, then the most recently updated',
  input: z.object({
    status: jobStatus.optional().describe('Only with this status'),
    limit: limitInput,
  }),
  output: z.object({
    jobs: z.array(job),
    counts: z.array(z.object({ kind: z.string(), status: jobStatus, count: z.int() })),
  }),
  http: { method: 'get', path: '/api/jobs' },
})

export const retryJobs = operation({
  summary: 'Retry one parked job by id, or all of them and the events that were set aside',
  input: z.object({ id: z.string().optional() }),
  output: z.object({ retried: z.int(), events: z.int().describe('Set aside, now read again') }),
  http: { method: 'post', path: '/api/jobs/retry' },
})

export const rebuild = operation({
  summary: 'Rebuild the search index and digests from memories and captured sessions',
  input: z.object({}),
  output: z.object({
    memories: z.int(),
    sessions: z.int(),
    digests: z.int().describe('Sessions with rebuilt digests'),
  }),
  http: { method: 'post', path: '/api/rebuild' },
})

const key = z.string().min(1).describe('Dotted name, such as hook.deadlineMs')

const settingState = z.object({
  key: z.string(),
  description: z.string(),
  form: z.enum(settingForms).describe('Input control that suits it'),
  choices: z.array(z.string()).optional().describe('Allowed values of a choice or list item'),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  isAdvanced: z.boolean().describe('Few people need it'),
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
