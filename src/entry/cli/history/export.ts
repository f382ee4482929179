/** `throughline export`: what is stored, as a bundle that `import` reads or in a format others read. */
import { extname } from 'node:path'
import { ThroughlineError } from '../../../contract/errors.ts'
import { argument, type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { exportBundle } from './export-bundle.ts'
import { exportLines } from './export-lines.ts'
import { exportMarkdown, exportMif } from './export-memories.ts'
import type { ExportCommandOptions } from './export-options.ts'

const formats = ['bundle', 'jsonl', 'markdown', 'mif'] as const
type ExportFormat = (typeof formats)[number]

export const exportCommand: Command = {
  arguments: [argument('[file]', 'Where to write it, readable only by you; a folder for markdown')],
  options: [
    option('--format <format>', `One of ${formats.join(', ')}; default: chosen by the file name`),
    option('--memories', 'Only memories and their projects, no sessions'),
    option('--project <project>', 'Only this project (not with jsonl)'),
    option('--redact', "Redact again with today's rules (bundles)"),
    option('--encrypt', 'Encrypt the bundle; asks for a passphrase'),
    option('--passphrase-file <file>', 'File with the passphrase; - reads standard input'),
    option('--json', 'Print what was written as JSON'),
  ],
  examples: [
    'export backup.tlb',
    'export --encrypt backup.tlb',
    'export --project widgets --redact widgets.tlb',
    'export --format markdown memories',
  ],
  run: (context, options, file) => run(context, options as ExportCommandOptions, file),
}

async function run(
  context: CliContext,
  options: ExportCommandOptions,
  file: string | undefined,
): Promise<void> {
  const format = formatOf(options, file)
  checkEncryption(options, format)
  return exporters[format](context, options, file)
}

function checkEncryption({ encrypt, passphraseFile }: ExportCommandOptions, format: ExportFormat) {
  if (encrypt && format !== 'bundle') {
    throw new ThroughlineError('invalid-input', `${format} cannot be encrypted`, {
      hint: 'write a bundle: throughline export --encrypt backup.tlb',
    })
  }
  if (encrypt || passphraseFile === undefined) return
  throw new ThroughlineError('invalid-input', '--passphrase-file needs --encrypt')
}

const exporters = {
  bundle: exportBundle,
  jsonl: exportLines,
  markdown: exportMarkdown,
  mif: exportMif,
} satisfies Record<ExportFormat, typeof exportBundle>

function formatOf({ format }: ExportCommandOptions, file = ''): ExportFormat {
  if (format === undefined) return extname(file) === '.jsonl' ? 'jsonl' : 'bundle'
  const known = formats.find((each) => each === format)
  if (known) return known
  throw new ThroughlineError('invalid-input', `unknown format ${format}`, {
    hint: `choose among ${formats.join(', ')}`,
  })
}
