import { z } from 'zod'
import { operation } from '../operation.ts'
import { lifecycleTypes } from '../vocabulary.ts'

const subscriberName = z.string().trim().min(1)

export const subscriberSummary = z.object({
  name: z.string(),
  target: z.string().describe('The program, or where the address leads'),
  events: z.array(z.enum(lifecycleTypes)),
  projects: z.array(z.string()).describe('Empty for all'),
  delivered: z.int().describe('In the last two weeks'),
  waiting: z.int(),
  parked: z.int(),
  lastDeliveredAt: z.string().optional(),
  lastError: z.string().optional().describe('Of what waits or is parked'),
})

export const delivery = z.object({
  subscriber: z.string(),
  eventId: z.string(),
  type: z.enum(lifecycleTypes),
  sessionId: z.string().optional(),
  sequence: z.int(),
  at: z.string().describe('When it happened'),
  status: z.enum(['pending', 'done', 'parked']),
  attempts: z.int().describe('Those that failed'),
  nextAt: z.string().optional().describe('When it is tried, or tried again'),
  updatedAt: z.string(),
  error: z.string().optional(),
})

export const listSubscribers = operation({
  summary: 'Who is told of lifecycle events, and how that goes',
  input: z.object({}),
  output: z.object({ subscribers: z.array(subscriberSummary) }),
  http: { method: 'get', path: '/api/subscribers' },
})

export const listDeliveries = operation({
  summary: 'Deliveries to subscribers, the most recently touched first',
  input: z.object({
    subscriber: subscriberName.optional().describe('Only to this one'),
    limit: z.coerce.number().int().min(1).max(1_000).default(20),
  }),
  output: z.object({ deliveries: z.array(delivery) }),
  http: { method: 'get', path: '/api/subscribers/deliveries' },
})

export const retryDeliveries = operation({
  summary: 'Deliver parked events again: to one subscriber, or to all of them',
  input: z.object({ subscriber: subscriberName.optional() }),
  output: z.object({ retried: z.int() }),
  http: { method: 'post', path: '/api/subscribers/retry' },
})

export const testSubscriber = operation({
  summary: 'Send a subscriber a sample of each event it wants',
  input: z.object({ subscriber: subscriberName }),
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
