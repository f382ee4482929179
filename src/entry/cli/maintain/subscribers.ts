import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, optionsOf } from '../command.ts'
import type { TableRow } from '../present/table.ts'
import { ago, count, idCell } from '../present.ts'

export const subscribersCommand: Command = {
  examples: ['subscribers', 'subscribers log', 'subscribers test NAME'],
  byDefault: 'list',
  commands: {
    list: {
      summary: 'List subscribers and their deliveries',
      examples: ['subscribers', 'subscribers list --json'],
      async run(context, options) {
        const result = await context.readFresh(({ ask }) => ask('listSubscribers', {}))
        if (options.json) return context.printJson(result)
        if (result.subscribers.length === 0) {
          return context.print('No subscribers. docs/http.md shows how to add one.')
        }
        context.printTable(result.subscribers.map(subscriberRow))
      },
    },
    log: {
      summary: 'List deliveries, the most recent first',
      arguments: [argument('[name]', 'Only to this subscriber')],
      options: optionsOf('listDeliveries', 'limit'),
      examples: ['subscribers log', 'subscribers log chat --limit 5'],
      async run(context, { limit, json: asJson }, subscriber) {
        const given = { subscriber, limit }
        const result = await context.readFresh(({ ask }) => ask('listDeliveries', given))
        if (asJson) return context.printJson(result)
        if (result.deliveries.length === 0) return context.print('Nothing to deliver yet.')
        context.printTable(result.deliveries.map(deliveryRow))
      },
    },
    retry: {
      summary: 'Deliver parked events again',
      arguments: [argument('[name]', 'The subscriber (default: all)')],
      examples: ['subscribers retry', 'subscribers retry chat'],
      async run(context, options, subscriber) {
        const result = await context.withLocal(({ ask }) => ask('retryDeliveries', { subscriber }))
        if (options.json) return context.printJson(result)
        context.print(`${count(result.retried, 'parked event')} will be delivered again.`)
      },
    },
    test: {
      summary: 'Send a subscriber a sample of each event it wants',
      arguments: [argument('<name>', 'The subscriber')],
      examples: ['subscribers test chat'],
      async run(context, options, subscriber) {
        const result = await context.withLocal(({ ask }) => ask('testSubscriber', { subscriber }))
        if (result.results.some(({ accepted }) => !accepted)) context.exitCode = 1
        if (options.json) return context.printJson(result)
        const rows = result.results.map(({ type, error }) => [type, error ?? 'accepted'])
        context.printTable(rows)
      },
    },
  },
}

function subscriberRow(each: OutputOf<'listSubscribers'>['subscribers'][number]): string[] {
  return [
    each.name,
    each.target,
    `${each.delivered} delivered`,
    `${each.waiting} waiting`,
    `${each.parked} parked`,
    ago(each.lastDeliveredAt, new Date()),
    each.lastError ?? '',
  ]
}

function deliveryRow(each: OutputOf<'listDeliveries'>['deliveries'][number]): TableRow {
  return [
    ago(each.updatedAt, new Date()),
    each.subscriber,
    each.type,
    each.status,
    count(each.attempts, 'failure'),
    idCell(each.eventId),
    each.error ?? '',
  ]
}
