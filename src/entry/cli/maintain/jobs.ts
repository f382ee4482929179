import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, optionsOf } from '../command.ts'
import type { TableRow } from '../present/table.ts'
import { ago, count, excerpt, idCell } from '../present.ts'

export const jobsCommand: Command = {
  examples: ['jobs list', 'jobs retry'],
  byDefault: 'list',
  commands: {
    list: {
      summary: 'List background jobs: parked ones first, then the most recently changed',
      options: optionsOf('listJobs', 'status', 'limit'),
      examples: ['jobs list --status parked', 'jobs list --json'],
      async run(context, options) {
        const result = await context.readFresh(({ ask }) => ask('listJobs', options))
        if (options.json) return context.printJson(result)
        if (result.jobs.length === 0) return context.print('No jobs.')
        context.printTable(result.jobs.map(toRow), '', (row) => {
          const error = result.jobs[row]?.error
          if (error) context.print(`  ${excerpt(error, 200)}`, 'quiet')
        })
        const parked = result.counts.filter(({ status }) => status === 'parked')
        if (parked.length > 0) context.print('throughline jobs retry  tries parked jobs again')
      },
    },
    retry: {
      summary: 'Try parked jobs again',
      arguments: [argument('[id]', 'The parked job, or part of its id (default: all)', 'job')],
      examples: ['jobs retry', 'jobs retry 2b8c1e4a77'],
      async run(context, options, id) {
        const result = await context.withFreshLocal(({ ask }) => ask('retryJobs', { id }))
        if (options.json) return context.printJson(result)
        context.print(`${count(result.retried, 'parked job')} will be tried again.`)
      },
    },
  },
}

function toRow(job: OutputOf<'listJobs'>['jobs'][number]): TableRow {
  return [
    idCell(job.id),
    job.kind,
    { text: job.status, style: job.status === 'parked' ? 'bad' : undefined },
    count(job.attempts, 'attempt'),
    ago(job.updatedAt, new Date()),
  ]
}
