import type { Command } from 'commander'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { ago, count, table } from '../present.ts'

export function registerSubscribers(program: Command, context: CliContext): void {
  const subscribers = program
    .command('subscribers')
    .description('See who is told of lifecycle events, and how that goes')
    .addHelpText('after', examples('subscribers', 'subscribers log', 'subscribers test NAME'))

  subscribers
    .command('list', { isDefault: true })
    .description(operations.listSubscribers.summary)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('subscribers', 'subscribers list --json'))
    .action(async ({ json }: { json?: true }) => {
      const result = await context.withFreshLocal((local) => local.operations.listSubscribers({}))
      if (json) return context.printJson(result)
      if (result.subscribers.length === 0) {
        return context.print('No subscribers. docs/lifecycle-events.md tells how to add one.')
      }
      for (const line of table(result.subscribers.map(subscriberRow))) context.print(line)
    })

  subscribers
    .command('log')
    .description(operations.listDeliveries.summary)
    .argument('[name]', 'only to this subscriber')
    .option('--limit <n>', 'at most this many', '20')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('subscribers log', 'subscribers log chat --limit 5'))
    .action(async (name: string | undefined, options: { limit: string; json?: true }) => {
      const given = { subscriber: name, limit: options.limit }
      const input = parseInput(operations.listDeliveries.input, given)
      const result = await context.withFreshLocal((local) => local.operations.listDeliveries(input))
      if (options.json) return context.printJson(result)
      if (result.deliveries.length === 0) return context.print('Nothing was to be delivered yet.')
      for (const line of table(result.deliveries.map(deliveryRow))) context.print(line)
    })

  subscribers
    .command('retry')
    .description(operations.retryDeliveries.summary)
    .argument('[name]', 'the subscriber; all of them without it')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('subscribers retry', 'subscribers retry chat'))
    .action(async (name: string | undefined, { json }: { json?: true }) => {
      const input = parseInput(operations.retryDeliveries.input, { subscriber: name })
      const result = await context.withLocal((local) => local.operations.retryDeliveries(input))
      if (json) return context.printJson(result)
      context.print(`${count(result.retried, 'parked event')} will be delivered again.`)
    })

  subscribers
    .command('test')
    .description(operations.testSubscriber.summary)
    .argument('<name>', 'the subscriber')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('subscribers test chat'))
    .action(async (name: string, { json }: { json?: true }) => {
      const input = parseInput(operations.testSubscriber.input, { subscriber: name })
      const result = await context.withLocal((local) => local.operations.testSubscriber(input))
      if (result.results.some(({ accepted }) => !accepted)) context.exitCode = 1
      if (json) return context.printJson(result)
      const rows = result.results.map(({ type, error }) => [type, error ?? 'accepted'])
      for (const line of table(rows)) context.print(line)
    })
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

function deliveryRow(each: OutputOf<'listDeliveries'>['deliveries'][number]): string[] {
  return [
    ago(each.updatedAt, new Date()),
    each.subscriber,
    each.type,
    each.status,
    count(each.attempts, 'failure'),
    each.eventId,
    each.error ?? '',
  ]
}
