/** `throughline team approve`: whose memories agents get unasked. */
import { argument, type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { idCell, memoryCount } from '../present.ts'
import { pickId } from '../resolve-ids.ts'

export const approveCommand: Command & { readonly summary: string } = {
  summary: 'Let agents get a teammate’s memories unasked, or list teammates',
  arguments: [argument('[person]', 'Their name or id')],
  options: [
    option('--revoke', 'Revoke the approval on this machine, whatever the team’s policy says'),
  ],
  examples: ['team approve', 'team approve "Ada Lovelace"', 'team approve Ada --revoke'],
  run: (context, options, person) => approve(context, options, person),
}

const approvals = {
  you: 'approved by you',
  policy: 'approved by the team’s policy',
  newcomer: 'new in the team: the policy approves them after 24 hours',
  revoked: 'not approved: revoked by you',
  none: 'not approved',
} as const

async function approve(
  context: CliContext,
  { json, revoke }: Options,
  person: string | undefined,
): Promise<void> {
  await context.withLocal(async ({ team }) => {
    const people = (await team.status())?.people ?? []
    if (person === undefined) {
      if (json) return context.printJson({ people })
      if (people.length === 0) return context.print('No memories of teammates have arrived yet.')
      return context.printTable(
        people.map(({ name, approval, waiting, id }) => [
          name,
          approvals[approval],
          waiting === 0 ? '' : `${memoryCount(waiting)} wait`,
          idCell(id),
        ]),
      )
    }
    const whole = pickId(
      person,
      people.map(({ id }) => id),
    )
    if (revoke) {
      const { name } = await team.disapprove(whole)
      return json
        ? context.printJson({ revoked: name })
        : context.print(`${name} is not approved on this machine.`)
    }
    const approved = await team.approve(whole)
    if (json) return context.printJson(approved)
    const { person: author, confirmed, waiting } = approved
    context.print(`Approved ${author.name} and ${memoryCount(confirmed)}.`)
    if (waiting > 0)
      context.print(`Still in review because risky: ${memoryCount(waiting)} (throughline review)`)
  })
}
