/** `throughline export`: a bundle, which another machine imports with the same ids and history. */
import type { BundleHeader } from '../../../contract/bundle.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'
import { count, memoryCount } from '../present.ts'
import type { ExportCommandOptions } from './export-options.ts'
import { choosePassphrase } from './passphrase.ts'
import { writeChosen } from './write-chosen.ts'

export async function exportBundle(
  context: CliContext,
  options: ExportCommandOptions,
  out: string | undefined,
): Promise<void> {
  if (out === '-' && context.isTerminal) {
    throw new ThroughlineError(
      'invalid-input',
      'a bundle is binary and is not printed to a terminal',
      {
        hint: 'name a file: throughline export backup.tlb',
      },
    )
  }
  const file = out === '-' ? '/dev/stdout' : context.resolvePath(out ?? defaultName())
  const passphrase = options.encrypt && (await choosePassphrase(context, options.passphraseFile))
  await context.withFreshLocal(async ({ transfer }) => {
    const { header, bytes } = await transfer.writeBundle({
      contents: options.memories ? 'memories' : 'everything',
      project: options.project,
      redact: options.redact ?? false,
      passphrase,
    })
    if (!(await writeChosen(context, file, bytes)) || file === '/dev/stdout') return
    if (options.json) return context.printJson({ file, ...header.counts })
    context.print(`${describeBundle(header)} written to ${file}`)
    if (passphrase) context.print('It is encrypted: nobody can read it without the passphrase')
    context.print('Import it on another machine: throughline import FILE')
  })
}

const defaultName = () => `throughline-${new Date().toISOString().slice(0, 10)}.tlb`

export function describeBundle({ contents, counts }: BundleHeader): string {
  const { memories = 0, sessions = 0, projects = 0 } = counts
  const history = contents === 'memories' ? '' : `, ${count(sessions, 'session')}`
  return `${memoryCount(memories)}${history} in ${count(projects, 'project')}`
}
