/** `throughline team digests`: what teammates' sessions did. */
import { listSessions } from '../../../contract/operations/sessions.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { type Command, type Options, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { count, pageLine } from '../present.ts'
import { printDigest } from './present-digests.ts'

export const digestsCommand: Command & { readonly summary: string } = {
  summary: 'Show digests of teammates’ sessions, where they share them',
  options: optionsOf('listSessions', 'project', 'limit', 'offset'),
  examples: ['team digests', 'team digests --project widgets --limit 5'],
  run: (context, options) => listDigests(context, options),
}

const digestsInput = listSessions.input.pick({ project: true, limit: true, offset: true })

async function listDigests(context: CliContext, options: Options): Promise<void> {
  const { project, ...page } = parseInput(digestsInput, options)
  await context.withLocal(async (local) => {
    const projectId =
      project === undefined ? undefined : (await local.ask('getProject', { project })).id
    const { digests, total } = await local.team.digests({ ...page, projectId })
    if (options.json) return context.printJson({ digests, total })
    if (total === 0) return context.print('No teammate shares session digests here yet.')
    for (const { author, project: where, text } of digests) {
      printDigest(context, text, [author.name, where.name])
      context.print()
    }
    const line = pageLine(page.offset, digests.length, total, (all) => count(all, 'digest'))
    if (line !== undefined) context.print(line)
  })
}
