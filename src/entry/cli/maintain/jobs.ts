import type { Command } from 'commander'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { ago, count, table } from '../present.ts'

export function registerJobs(program: Command, context: CliContext): void {
  const jobs = program
    .command('jobs')
    .description('See background jobs and retry parked ones')
    .addHelpText('after', examples('jobs list', 'jobs retry'))

  jobs
    .command('list', { isDefault: true })
    .description(operations.listJobs.summary)
    .option('--status <status>', 'pending, running, done or parked')
    .option('--limit <n>', 'at most this many', '20')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('jobs list --status parked', 'jobs list --json'))
    .action(async (options: Record<string, unknown>) => {
      const input = parseInput(operations.listJobs.input, options)
      const result = await context.withFreshLocal((local) => local.operations.listJobs(input))
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
      for (const line of table(rows)) context.print(line)
    })

  jobs
    .command('retry')
    .description(operations.retryJobs.summary)
    .argument('[id]', 'the parked job; all of them without it')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('jobs retry', 'jobs retry 0196f3d2-…'))
    .action(async (id: string | undefined, { json }: { json?: true }) => {
      const result = await context.withFreshLocal((local) => local.operations.retryJobs({ id }))
      if (json) return context.printJson(result)
      context.print(`${count(result.retried, 'parked job')} will be tried again.`)
    })
}
