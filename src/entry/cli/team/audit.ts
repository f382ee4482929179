/** `throughline team audit`: who did what, newest first. */
import { z } from 'zod'
import { openTeam } from '../../../compose/team/team-client.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { peopleLimits } from '../../../contract/team/people.ts'
import { type Command, option } from '../command.ts'
import { brief, readableTime } from '../present.ts'

const input = z.object({
  limit: z.coerce.number().int().min(1).max(peopleLimits.auditPage).default(50),
  before: z.coerce.number().int().positive().optional(),
})

export const auditCommand: Command & { readonly summary: string } = {
  summary: 'Show who did what, newest first; for admins',
  options: [
    option('--limit <n>', 'How many (default: 50)'),
    option('--before <n>', 'Only entries with a smaller number'),
  ],
  examples: ['team audit', 'team audit --limit 200 --json'],
  async run(context, options) {
    const { limit, before } = parseInput(input, options)
    const answer = await openTeam(context.paths).people.audit(limit, before)
    if (options.json) return context.printJson(answer)
    context.printTable(
      answer.entries.map(({ number, at, action, person, subject = '', facts }) => [
        String(number),
        readableTime(at),
        person?.name ?? 'operator',
        action,
        Object.entries(facts)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
        brief(subject),
      ]),
    )
  },
}
