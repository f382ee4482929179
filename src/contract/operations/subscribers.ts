import { z } from 'zod'
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
