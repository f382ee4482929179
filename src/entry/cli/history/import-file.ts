/** `throughline import FILE`: a bundle from any machine, or a folder of Markdown files. */
import { stat } from 'node:fs/promises'
import type { BundleHeader } from '../../../contract/bundle.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { BundleResult } from '../../../core/bundle/import-bundle.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../maintain/progress.ts'
import { count, memoryCount } from '../present.ts'
import { catchInterruption } from '../user-input.ts'
import { describeBundle } from './export.ts'
import { mostTries, requirePassphrase } from './passphrase.ts'

export async function importFile(
  context: CliContext,
  given: string,
  options: { readonly dryRun?: true; readonly json?: true; readonly passphraseFile?: string },
): Promise<void> {
  const file = context.resolvePath(given)
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) return importMarkdownFolder(context, file, options)
  if (!found?.isFile()) throw missing(file)
  await context.withFreshLocal(async ({ transfer }) => {
    const { passphraseFile } = options
    const bundle = await transfer.openBundle(
      file,
      (tries) => requirePassphrase(context, passphraseFile, tries),
      mostTries(context, passphraseFile),
    )
    const { header } = bundle
    if (!options.json)
      context.print(`${file}: ${describeBundle(header)}, from ${header.at.slice(0, 10)}`)
    if (options.dryRun) {
      if (options.json) context.printJson({ file, ...header.counts })
      return
    }
    const interruption = catchInterruption()
    try {
      const { signal } = interruption
      const progress = options.json ? undefined : await follow(context, header)
      const result = await bundle.import({ signal, ...progress })
      progress?.done(signal.aborted)
      if (signal.aborted) context.exitCode = interruption.exitCode()
      if (options.json) context.printJson({ file, ...result })
      else printResult(context, result)
    } finally {
      interruption.close()
    }
  })
}

function missing(file: string): ThroughlineError {
  return new ThroughlineError('not-found', `there is no file ${file}`, {
    hint: 'for example: throughline import backup.tlb',
  })
}

const steps = 20

/** Lines of projects, memories and history; there are few others. */
async function follow(context: CliContext, { counts }: BundleHeader) {
  const total = Math.max(
    1,
    Object.values(counts).reduce((sum, each) => sum + each, 0),
  )
  const progress = context.isTerminal ? await startProgress(context, 'Importing', steps) : undefined
  let [lines, step] = [0, 0]
  return {
    onLine() {
      lines += 1
      const reached = Math.min(steps, Math.floor((lines / total) * steps))
      if (reached === step) return
      progress?.advance(`${lines} lines`, reached - step)
      step = reached
    },
    done: (isInterrupted: boolean) =>
      progress?.done(isInterrupted ? 'Stopped; import it again to go on' : 'Done'),
  }
}

function printResult(context: CliContext, result: BundleResult): void {
  const { memories, updated, forgotten, sessions, projects, skipped } = result
  const added = [
    ...(memories > 0 ? [memoryCount(memories)] : []),
    ...(sessions > 0 ? [count(sessions, 'session')] : []),
    ...(projects > 0 ? [count(projects, 'project')] : []),
  ]
  context.print(added.length > 0 ? `Added ${added.join(', ')}` : 'Nothing new')
  if (updated > 0) context.print(`${memoryCount(updated)} brought up to date`)
  if (forgotten > 0) context.print(`${memoryCount(forgotten)} left out: forgotten here`)
  if (skipped > 0) context.print(`Skipped ${count(skipped, 'line')} that this version cannot use`)
}

/** `throughline import FOLDER`: reads back the Markdown files that `export` wrote. */
const mostListed = 10

async function importMarkdownFolder(
  context: CliContext,
  folder: string,
  { json, dryRun }: { readonly json?: true; readonly dryRun?: true },
): Promise<void> {
  if (dryRun) {
    throw new ThroughlineError(
      'invalid-input',
      '--dry-run does not work with a folder of Markdown',
      {
        hint: 'throughline export backup.tlb first keeps what is here now',
      },
    )
  }
  const result = await context.withFreshLocal(({ transfer }) => transfer.importMarkdown(folder))
  const { outcomes, skipped } = result
  if (Object.values(outcomes).every((times) => times === 0) && skipped.length === 0) {
    throw noneIn(folder)
  }
  if (json) return context.printJson({ folder, ...outcomes, skipped })
  const { added, updated, forgotten, outdated, misplaced } = outcomes
  if (added + updated === 0) context.print('Nothing new')
  if (added > 0) context.print(`Added ${memoryCount(added)}`)
  if (updated > 0) context.print(`Changed ${memoryCount(updated)}`)
  if (outdated > 0) context.print(`${memoryCount(outdated)} left alone: changed here since`)
  if (forgotten > 0) context.print(`${memoryCount(forgotten)} left out: forgotten here`)
  if (misplaced > 0) context.print(`${memoryCount(misplaced)} left out: no project is named`)
  for (const { path, reason } of skipped.slice(0, mostListed)) {
    context.print(`Skipped ${path}: ${reason}`)
  }
  if (skipped.length > mostListed) {
    context.print(`Skipped ${count(skipped.length - mostListed, 'more file')}`)
  }
}

function noneIn(folder: string): ThroughlineError {
  return new ThroughlineError(
    'not-found',
    `${folder} contains no memories written by throughline export`,
    { hint: 'for other notes: throughline import --from obsidian --path FOLDER' },
  )
}
