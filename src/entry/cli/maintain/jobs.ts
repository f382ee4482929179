import type { OutputOf } from '../../../contract/operations/index.ts'
import { describeJob } from '../../../contract/vocabulary.ts'
import { argument, type Command, type Options, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
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
        printRest(context, result, options)
      },
    },
    retry: {
      summary: 'Try parked jobs and events that were set aside again',
      arguments: [argument('[id]', 'The parked job, or part of its id (default: all)', 'job')],
      examples: ['jobs retry', 'jobs retry 2b8c1e4a77'],
      async run(context, options, id) {
        const result = await context.withFreshLocal(({ ask }) => ask('retryJobs', { id }))
        if (options.json) return context.printJson(result)
        const { retried, events } = result
        const again = [
          ...(retried > 0 ? [count(retried, 'parked job')] : []),
          ...(events > 0 ? [count(events, 'event')] : []),
        ]
        context.print(
          again.length === 0 ? 'No job is parked.' : `${again.join(' and ')} will be tried again.`,
        )
      },
    },
  },
}

function printRest(
  context: CliContext,
  { jobs, counts }: OutputOf<'listJobs'>,
  { status }: Options,
): void {
  const listed = counts.filter((each) => status === undefined || each.status === status)
  const total = listed.reduce((sum, each) => sum + each.count, 0)
  if (total > jobs.length) context.print(`${total} jobs in all; --limit ${total} shows them`)
  if (counts.some((each) => each.status === 'parked')) {
    context.print('throughline jobs retry  tries parked jobs again')
  }
}

function toRow(job: OutputOf<'listJobs'>['jobs'][number]): TableRow {
  return [
    idCell(job.id),
    describeJob(job.kind),
    { text: job.status, style: job.status === 'parked' ? 'bad' : undefined },
    job.attempts === 0 ? '' : count(job.attempts, 'attempt'),
    ago(job.updatedAt, new Date()),
  ]
}
