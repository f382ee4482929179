/** `throughline share` and `unshare`: which projects the team sees. */
import { openTeam } from '../../../compose/team/team-client.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { argument, type Command, option, type Switches } from '../command.ts'
import type { AskableLocal, CliContext } from '../context.ts'
import { startDaemonIfWanted } from '../daemon-process.ts'
import { count, excerpt, memoryCount } from '../present.ts'
import { askYesNo } from '../user-input.ts'
import { printDigestPreview } from './digests.ts'
import { roundPatienceMs } from './sync-status.ts'

type ShareOptions = Switches<'global' | 'yes' | 'dryRun' | 'json'> & { readonly digests?: boolean }

const project = argument('[project]', 'Its name or id (default: of the current folder)', 'project')
const everywhere = option('--global', 'Global memories, between your own machines only')
const yes = option('--yes', 'Do not ask')

export const shareCommand: Command = {
  arguments: [project],
  options: [
    everywhere,
    option('--digests', 'Also share digests of sessions: a few lines on what each one did'),
    option('--no-digests', 'Stop sharing digests, and withdraw yours'),
    yes,
    option('--dry-run', 'Show what would be sent, send nothing'),
  ],
  examples: ['share', 'share my-app --dry-run', 'share --digests', 'share --global'],
  run: (context, options, name) =>
    (options as ShareOptions).digests === false
      ? stopDigests(context, options as ShareOptions, name)
      : share(context, options as ShareOptions, name),
}

export const unshareCommand: Command = {
  arguments: [project],
  options: [everywhere, yes],
  examples: ['unshare', 'unshare my-app --yes'],
  run: (context, options, name) => unshare(context, options as ShareOptions, name),
}

const mostShown = 10

async function share(
  context: CliContext,
  options: ShareOptions,
  name: string | undefined,
): Promise<void> {
  const { json, dryRun, digests: wantsDigests = false } = options
  if (wantsDigests && options.global) throw noGlobalDigests()
  await context.withFreshLocal(async (local) => {
    // A teammate shares a fresh clone, too.
    const chosen = await findProject(context, local, options, { name, placeOf: local.placeOf })
    const preview = await local.team.preview(chosen.id)
    const { sent } = preview
    const isReader = (await openTeam(context.paths).people.authCheck()).role === 'reader'
    const digests = wantsDigests ? await local.team.previewDigests(chosen.id) : undefined
    if (!json) {
      if (sent !== undefined) {
        context.print(`${chosen.name} is already shared; sent before: ${memoryCount(sent)}.`)
      }
      if (isReader) context.print('You are a reader, so nothing of yours would be sent.')
      else printWhatGoes(context, chosen.name, preview)
      if (sent === undefined) {
        context.print(`${memoryCount(preview.there?.memories ?? 0)} of the team would arrive.`)
      }
      if (!isReader) {
        context.print('Later memories of this project are sent too. Never sent: candidates,')
        context.print('prompts, answers, tool output, and memories of sessions and agents.')
      }
      if (digests) printDigestPreview(context, digests)
    }
    if (dryRun) {
      return json ? context.printJson({ project: chosen, ...preview, digests }) : undefined
    }
    const what = digests ? `${chosen.name} with its session digests` : chosen.name
    await requireConsent(context, options, `Share ${what}?`)
    const shared = await local.team.share(chosen.id, { digests: wantsDigests })
    const result = await local.team.round({ patienceMs: roundPatienceMs })
    const counts = (await local.team.status())?.counts
    await startDaemonIfWanted(context)
    if (json) return context.printJson({ project: chosen, shared, ...result, counts })
    const state = isReader ? 'You get what the team shares.' : stateLine(counts?.waiting ?? 0)
    context.print(`${what} is shared. ${state}`)
  })
}

type Preview = Awaited<ReturnType<AskableLocal['team']['preview']>>

function printWhatGoes(context: CliContext, name: string, { memories, kinds, sent }: Preview) {
  const isNew = sent === undefined ? '' : 'new '
  const number = count(memories.length, `${isNew}memory`, `${isNew}memories`)
  context.print(
    memories.length === 0
      ? `No ${isNew}memories of ${name} would be sent.`
      : `${number} of ${name} would be sent:`,
  )
  for (const { kind, count: number } of kinds) context.print(`  ${number} × ${kind}`)
  for (const { content } of memories.slice(0, mostShown)) {
    context.print(`    ${excerpt(content, 90)}`)
  }
  if (memories.length > mostShown) context.print(`    and ${memories.length - mostShown} more`)
}

const noGlobalDigests = () =>
  new ThroughlineError('invalid-input', 'sessions belong to projects: leave out --global', {
    hint: 'throughline share PROJECT --digests',
  })

async function stopDigests(
  context: CliContext,
  options: ShareOptions,
  name: string | undefined,
): Promise<void> {
  if (options.global) throw noGlobalDigests()
  await context.withFreshLocal(async (local) => {
    const chosen = await findProject(context, local, options, { name, placeOf: local.lookUp })
    const question = `Stop sharing session digests of ${chosen.name}, and withdraw yours?`
    await requireConsent(context, options, question, { isLikely: false })
    if (!(await local.team.stopDigests(chosen.id))) {
      throw new ThroughlineError('not-found', `no session digests of ${chosen.name} are shared`, {
        hint: 'throughline sync status lists what is shared',
      })
    }
    await local.team.round({ patienceMs: roundPatienceMs })
    const waiting = (await local.team.status())?.counts.waiting ?? 0
    if (options.json) return context.printJson({ project: chosen, waiting })
    context.print(
      waiting === 0
        ? `No session digests of ${chosen.name} are shared any more. Yours are taken back.`
        : `No more session digests of ${chosen.name} are sent. ${stateLine(waiting)}`,
    )
  })
}

const stateLine = (waiting: number) =>
  waiting === 0 ? 'Everything was sent.' : `${count(waiting, 'change')} will be sent later.`

async function unshare(
  context: CliContext,
  options: ShareOptions,
  name: string | undefined,
): Promise<void> {
  await context.withLocal(async (local) => {
    const chosen = await findProject(context, local, options, { name, placeOf: local.lookUp })
    const shared = (await local.team.status())?.projects ?? []
    if (!shared.some(({ localId }) => localId === chosen.id)) {
      throw new ThroughlineError('not-found', `${chosen.name} is not shared`, {
        hint: 'throughline sync status lists what is',
      })
    }
    const question = `Stop sharing ${chosen.name}, and take back what is yours?`
    await requireConsent(context, options, question, { isLikely: false })
    await local.team.unshare(chosen.id)
    await local.team.round({ patienceMs: roundPatienceMs })
    const isDone = !(await local.team.status())?.projects.some(
      ({ localId }) => localId === chosen.id,
    )
    if (options.json) return context.printJson({ project: chosen, isDone })
    context.print(
      isDone
        ? `${chosen.name} is not shared any more. Teammates’ memories are gone from here.`
        : `${chosen.name} is not shared any more. The server will be notified once it answers.`,
    )
  })
}

interface Chosen {
  /** '' for global memories. */
  readonly id: string
  readonly name: string
}

interface Wanted {
  readonly name: string | undefined
  readonly placeOf: AskableLocal['lookUp']
}

async function findProject(
  context: CliContext,
  local: AskableLocal,
  { global }: ShareOptions,
  { name, placeOf }: Wanted,
): Promise<Chosen> {
  if (global) return { id: '', name: 'what applies everywhere' }
  if (name !== undefined) return local.ask('getProject', { project: name })
  const place = await placeOf(context.cwd)
  const { projects } = await local.ask('listProjects', {})
  const here = projects.find(({ id }) => place.kind === 'enabled' && id === place.projectId)
  if (here) return here
  throw new ThroughlineError('not-found', 'this folder is not a project that Throughline knows', {
    hint: 'throughline share PROJECT; throughline projects lists them',
  })
}

/** @throws `invalid-input` without a terminal to ask on */
async function requireConsent(
  context: CliContext,
  { yes: isSure, json }: ShareOptions,
  question: string,
  { isLikely = true } = {},
): Promise<void> {
  if (isSure) return
  if (context.isTerminal && !json && (await askYesNo(context, question, { isLikely }))) return
  throw new ThroughlineError('invalid-input', 'nothing changed', { hint: 'add --yes to do it' })
}
