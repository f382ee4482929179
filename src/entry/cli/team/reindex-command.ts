/** `throughline server reindex`: what the server does daily, at once. */
import { findOrganisation } from '../../../core/team/people/operator.ts'
import type { Command, Options } from '../command.ts'
import type { CliContext } from '../context.ts'
import { count, memoryCount } from '../present.ts'
import { organisationOption, withBackend } from './with-backend.ts'

export const reindexCommand: Command & { readonly summary: string } = {
  summary: 'Compare the search index with what is shared, and repair what differs',
  options: [organisationOption],
  examples: ['server reindex', 'server reindex --organisation Acme'],
  run: (context, options) => reindex(context, options as ReindexOptions),
}

interface ReindexOptions extends Options {
  readonly organisation?: string
}

const mostOrganisations = 1_000_000

async function reindex(context: CliContext, { organisation, json }: ReindexOptions): Promise<void> {
  const repaired = await withBackend(context, async ({ organisations, memories }) => {
    const chosen =
      organisation === undefined
        ? await organisations.find(undefined, mostOrganisations)
        : [await findOrganisation(organisations, organisation)]
    const done = []
    for (const { id, name } of chosen) {
      const { added, removed } = await memories.repairIndex(id)
      done.push({ id, name, added, removed })
      if (json || added + removed === 0) continue
      context.print(`${name}: indexed ${memoryCount(added)}, removed ${removed}`)
    }
    return done
  })
  if (json) return context.printJson({ organisations: repaired })
  context.print(`The index of ${count(repaired.length, 'organisation')} is up to date.`)
}
