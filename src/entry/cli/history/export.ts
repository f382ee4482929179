/** `throughline export`: everything stored, as a bundle for `import` or in a format for other tools. */
import { extname } from 'node:path'
import type { BundleHeader } from '../../../contract/bundle.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { ExportLine } from '../../../core/export/export-data.ts'
import { argument, type Command, option, type Switches, type Texts } from '../command.ts'
import type { CliContext } from '../context.ts'
import { count, memoryCount } from '../present.ts'
import { choosePassphrase } from './passphrase.ts'
import { writeChosen } from './write-chosen.ts'

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

export type ExportCommandOptions = Texts<'format' | 'project' | 'passphraseFile'> &
  Switches<'memories' | 'redact' | 'encrypt' | 'json'>

/** `export --format jsonl`: one line per item, for programs and people to read. */
async function exportLines(
  context: CliContext,
  { memories: onlyMemories, project, redact, json }: ExportCommandOptions,
  out: string | undefined,
): Promise<void> {
  if (project !== undefined || redact) {
    throw new ThroughlineError('invalid-input', '--project and --redact do not work with jsonl', {
      hint: 'leave them out, or write a bundle',
    })
  }
  const memoriesOnly = onlyMemories ?? false
  await context.withFreshLocal(async ({ transfer }) => {
    const lines = transfer.exportData({ memoriesOnly })
    if (out === undefined || out === '-' || out === '/dev/stdout') {
      for await (const line of lines) context.write(toText(line))
      return
    }
    const file = context.resolvePath(out)
    const written = { memories: 0, sessions: 0 }
    if (!(await writeChosen(context, file, texts(lines, written)))) return
    const { memories, sessions } = written
    if (json) return context.printJson({ file, memories, sessions })
    const what = memoriesOnly ? '' : ` and ${count(sessions, 'session')}`
    context.print(`${memoryCount(memories)}${what} written to ${file}`)
  })
}

async function* texts(
  lines: AsyncIterable<ExportLine>,
  written: { memories: number; sessions: number },
) {
  for await (const line of lines) {
    if (line.type === 'memory') written.memories += 1
    if (line.type === 'session') written.sessions += 1
    yield toText(line)
  }
}

const toText = (line: ExportLine) => `${JSON.stringify(line)}\n`

/** `export --format markdown` and `--format mif`: memories for people, git and other tools. */
async function exportMarkdown(
  context: CliContext,
  { project, json }: ExportCommandOptions,
  out: string | undefined,
): Promise<void> {
  if (out === undefined || out === '-') {
    throw new ThroughlineError('invalid-input', 'Markdown needs a folder', {
      hint: 'for example: throughline export --format markdown memories',
    })
  }
  const folder = context.resolvePath(out)
  await context.withFreshLocal(async ({ transfer }) => {
    const projectId = await transfer.findProject(project)
    const memories = await transfer.writeMarkdown(folder, projectId)
    if (json) return context.printJson({ folder, memories })
    context.print(`${memoryCount(memories)} written to ${folder}`)
    context.print('Read your changes back: throughline import FOLDER')
  })
}

async function exportMif(
  context: CliContext,
  { project, json }: ExportCommandOptions,
  out: string | undefined,
): Promise<void> {
  await context.withFreshLocal(async ({ transfer }) => {
    const text = transfer.mifText(await transfer.findProject(project))
    if (out === undefined || out === '-') {
      for await (const part of text) context.write(part)
      return
    }
    const file = context.resolvePath(out)
    if (!(await writeChosen(context, file, text))) return
    if (json) return context.printJson({ file })
    context.print(`Memories written to ${file}`)
  })
}

/** `throughline export`: a bundle, which another machine imports with the same ids and history. */
async function exportBundle(
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
