import { argument, type Command, optionsOf } from '../command.ts'
import { ago, count } from '../present.ts'

export const jobsCommand: Command = {
  examples: ['jobs list', 'jobs retry'],
  byDefault: 'list',
  commands: {
    list: {
      summary: 'List background jobs, the most recently changed first',
      options: optionsOf('listJobs', 'status', 'limit'),
      examples: ['jobs list --status parked', 'jobs list --json'],
      async run(context, options) {
        const result = await context.readFresh(({ ask }) => ask('listJobs', options))
        if (options.json) return context.printJson(result)
        if (result.jobs.length === 0) return context.print('No jobs.')
        const rows = result.jobs.map((job) => [
          job.id,
          job.kind,
          job.status,
          count(job.attempts, 'attempt'),
          ago(job.updatedAt, new Date()),
          job.error ?? '',
        ])
        context.printTable(rows)
      },
    },
    retry: {
      summary: 'Try parked jobs again',
      arguments: [argument('[id]', 'The parked job (default: all)')],
      examples: ['jobs retry', 'jobs retry 0196f3d2-…'],
      async run(context, options, id) {
        const result = await context.withFreshLocal(({ ask }) => ask('retryJobs', { id }))
        if (options.json) return context.printJson(result)
        context.print(`${count(result.retried, 'parked job')} will be tried again.`)
      },
    },
  },
}
