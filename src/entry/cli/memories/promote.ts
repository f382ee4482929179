/**
 * `throughline promote`: puts proven memories into the project's own documents or an agent's memory, as
 * a diff to accept.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import { shortId } from '../../../core/model/memory.ts'
import type { PromotionPlan } from '../../../core/promotion/promotable.ts'
import { argument, type Command, option, type Switches, type Texts } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import { showChanges } from '../get-started/change-file.ts'
import { count, excerpt, inHome, printWrapped } from '../present.ts'
import { askYesNo } from '../user-input.ts'

type PromoteOptions = Texts<'withdraw' | 'to'> & Switches<'yes' | 'dryRun' | 'json'>

export const promoteCommand: Command = {
  arguments: [
    argument('[memory...]', 'Ids of the memories to promote (default: all that proved themselves)'),
  ],
  options: [
    option('--to <name>', 'Into an agent’s own memory instead: claude-code-memory'),
    option('--withdraw <memory>', 'Take this memory out of its document again'),
    option('--yes', 'Do not ask'),
    option('--dry-run', 'Show the changes and do nothing'),
  ],
  examples: [
    'promote',
    'promote --dry-run',
    'promote 3f9a20c41b --yes',
    'promote --to claude-code-memory',
    'promote --withdraw 3f9a20c41b',
  ],
  run: (context, options, ...ids) =>
    promote(context, options as PromoteOptions, ids.filter(Boolean)),
}

async function promote(
  context: CliContext,
  options: PromoteOptions,
  given: readonly string[],
): Promise<void> {
  const { withdraw, to } = options
  if (withdraw !== undefined && given.length > 0) {
    throw new ThroughlineError('invalid-input', 'name memories to promote or one to withdraw')
  }
  if (withdraw !== undefined && to !== undefined) {
    throw new ThroughlineError('invalid-input', '--withdraw finds the document itself', {
      hint: 'leave out --to',
    })
  }
  await context.withFreshLocal(async ({ ask, promote: plan }) => {
    const ids = given.length === 0 ? undefined : await wholeIds(given, ask)
    const promotion = await plan(context.cwd, { ids, withdraw, to })
    const isApplied = await applyPromotion(context, options, promotion)
    if (options.json) return context.printJson(await toJson(promotion.plan, isApplied))
    const files = promotion.plan.changes.map(({ file }) => inHome(context, file))
    if (!isApplied || files.length === 0) return
    const done = withdraw === undefined ? 'Wrote' : 'Took it out of'
    context.print(`${done} ${files.join(', ')}.`)
  })
}

function wholeIds(given: readonly string[], ask: Ask): Promise<string[]> {
  return Promise.all(given.map(async (id) => (await ask('getMemory', { id })).id))
}

/** @returns whether it was applied */
async function applyPromotion(
  context: CliContext,
  options: PromoteOptions,
  { plan, apply }: { plan: PromotionPlan; apply: () => Promise<void> },
): Promise<boolean> {
  const { changes } = plan
  if (!options.json) await show(context, options, plan)
  if (options.dryRun) return false
  if (!options.yes && (!context.isTerminal || options.json)) {
    if (!options.json && changes.length > 0) context.print('Nothing was changed; add --yes.')
    return false
  }
  const verb = options.withdraw === undefined ? 'Write' : 'Change'
  const question = `${verb} ${count(changes.length, 'file')}?`
  if (changes.length > 0 && !options.yes && !(await askYesNo(context, question))) return false
  await apply()
  return true
}

async function show(
  context: CliContext,
  options: PromoteOptions,
  { promotions, left, changes }: PromotionPlan,
) {
  if (promotions.length === 0) printNothing(context, options.to)
  for (const { action, file, memoryId, content, reason } of promotions) {
    context.print(`${action} ${file}`)
    context.print(`  ${shortId(memoryId)}  ${excerpt(content ?? '(forgotten)', 40)}  (${reason})`)
  }
  for (const { memoryId, file, reason } of left) {
    context.print(`left ${file}`)
    context.print(`  ${shortId(memoryId)}  ${reason}`)
  }
  if (changes.length === 0) return
  context.print()
  const files = changes.map((change) => ({ ...change, file: inHome(context, change.file) }))
  await showChanges(context, {}, { files })
  context.print()
}

function printNothing(context: CliContext, to: string | undefined): void {
  const kinds = to === undefined ? 'Rules, preferences, corrections and decisions' : 'Memories'
  const when = `${kinds} in your words come up here once they were used twice, said in two sessions, pinned or confirmed in review; procedures once they were used twice.`
  context.print('Nothing to promote.')
  printWrapped(context, when)
}

async function toJson({ promotions, left, changes }: PromotionPlan, isApplied: boolean) {
  const { diffText } = await import('../../../core/setup/diff.ts')
  const files = changes.map(({ file, before, after }) => ({
    file,
    diff: diffText(before, after, file),
  }))
  return { promotions, left, files, applied: isApplied }
}
