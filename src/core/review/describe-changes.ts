/** What a proposal would change, member by member. */
import type { Memory } from '../model/memory.ts'
import type { Proposal, ProposedValues } from '../model/proposal.ts'

export interface ProposedChange {
  readonly field: string
  readonly from?: string
  readonly to?: string
}

const fields = [
  'content',
  'key',
  'kind',
  'scope',
  'tags',
  'keywords',
  'importance',
  'pinned',
  'files',
] as const satisfies readonly (keyof ProposedValues & keyof Memory)[]

export function describeChanges(
  { action, wanted }: Proposal,
  memory: Memory | undefined,
): ProposedChange[] {
  if (action === 'forget') return []
  return fields.flatMap((field) => {
    const [from, to] = [toText(memory?.[field]), toText(wanted[field])]
    if (wanted[field] === undefined || from === to) return []
    return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
  })
}

/** @returns undefined for nothing */
function toText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === undefined || value === null ? undefined : String(value)
}
