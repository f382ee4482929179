import type { OutputOf } from '../../../contract/operations/index.ts'
import { quoteName } from '../../../core/text/safe-text.ts'
import { type Command, type Options, option, optionsOf } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import {
  ago,
  claimLine,
  idCell,
  memoriesInWords,
  pageLine,
  printTexts,
  wholeNumber,
} from '../present.ts'

type Memory = OutputOf<'listMemories'>['memories'][number]

export const listCommand: Command = {
  options: [
    ...optionsOf(
      'listMemories',
      'scope',
      'project',
      'session',
      'agent',
      'all',
      'kind',
      'tag',
      'standing',
    ),
    option('--pinned', 'Only pinned ones'),
    ...optionsOf('listMemories', 'asOf'),
    option('--superseded', 'Include superseded memories'),
    option('--forgotten', 'Forgotten memories that can be restored'),
    ...optionsOf('listMemories', 'limit', 'offset'),
  ],
  examples: [
    'list',
    'list --kind decision --limit 5',
    'list --scope global --json',
    'list --all --as-of 2026-01-31',
    'list --standing candidate',
    'list --forgotten',
  ],
  async run(context, options) {
    if (options.forgotten) return listForgotten(context, options)
    const given = { ...options, includeSuperseded: options.superseded, folder: context.cwd }
    await context.read(async ({ ask }) => {
      const result = await ask('listMemories', given)
      if (options.json) return context.printJson(result)
      if (result.unverifiedClaim) context.print(claimLine(result.unverifiedClaim))
      if (result.total === 0) {
        return context.print('No memories here. `throughline remember TEXT` stores one.')
      }
      const nameOf = await namePlaces(ask, options)
      const items = result.memories.map((memory) => toItem(memory, nameOf(memory)))
      printPage(context, options, items, result.total, await countCandidates(ask, given, result))
    })
  },
}

/** Needed only below one page of a list of both. */
async function countCandidates(
  ask: Ask,
  given: Options,
  { memories, total }: OutputOf<'listMemories'>,
): Promise<number> {
  const isMixed = given.standing === undefined && given.asOf === undefined
  if (!isMixed || memories.length === total) return 0
  return (await ask('countMemories', { ...given, standing: 'candidate' })).total
}

async function listForgotten(context: CliContext, options: Options): Promise<void> {
  const given = { ...options, folder: context.cwd }
  await context.read(async ({ ask }) => {
    const result = await ask('listForgotten', given)
    if (options.json) return context.printJson(result)
    const { memories, total } = result
    if (total === 0) return context.print('Nothing here was forgotten in the last 30 days.')
    const nameOf = await namePlaces(ask, options)
    const items = memories.map(({ forgottenAt, ...memory }) =>
      toItem({ ...memory, updatedAt: forgottenAt }, nameOf(memory)),
    )
    printPage(context, options, items, total)
    context.print('throughline restore ID  restores one')
  })
}

type Place = Pick<Memory, 'scope' | 'scopeId'>

async function namePlaces(ask: Ask, { all }: Options): Promise<(place: Place) => string> {
  if (!all) return ({ scope }) => scope
  const { projects } = await ask('listProjects', {})
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return ({ scope, scopeId }) => names.get(scopeId) ?? scope
}

function printPage(
  context: CliContext,
  options: Options,
  items: Parameters<typeof printTexts>[1],
  total: number,
  candidates = 0,
): void {
  printTexts(context, items)
  const inWords = (amount: number) =>
    candidates > 0 ? memoriesInWords(amount - candidates, candidates) : wholeNumber(amount)
  const page = pageLine(Number(options.offset ?? 0), items.length, total, inWords)
  if (page !== undefined) context.print(page)
}

function toItem(memory: Memory, place: string) {
  const marks = [
    ...(memory.author ? [`by ${memory.author.name}`] : []),
    ...(memory.trust === 'repository' ? ['repository'] : []),
    ...(memory.standing === 'candidate' ? ['candidate'] : []),
    ...(memory.stagedOn === undefined ? [] : [`on branch ${quoteName(memory.stagedOn)}`]),
    ...(memory.failing === undefined ? [] : [memory.failing]),
    ...(memory.pinned ? ['pinned'] : []),
    ...(memory.validTo === undefined ? [] : ['superseded']),
  ]
  const mark = marks.length > 0 ? `(${marks.join(', ')}) ` : ''
  const { id, kind, key, content, updatedAt } = memory
  return {
    facts: [idCell(id), place, kind, ago(updatedAt, new Date())],
    text: `${mark}${key === undefined ? '' : `${key}: `}${content}`,
  }
}
