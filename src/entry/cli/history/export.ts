import { ThroughlineError } from '../../../contract/errors.ts'
import type { ExportLine } from '../../../core/export/export-data.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { count, memoryCount } from '../present.ts'
import { writeWhole } from './write-whole.ts'

interface ExportCommandOptions {
  readonly memories?: true
  readonly out?: string
  readonly json?: true
}

export const exportCommand: Command = {
  options: [
    option('--memories', 'Only memories and their projects'),
    option('--out <file>', 'Write to this file, readable only by you'),
    option('--json', 'With --out, print what was written as JSON'),
  ],
  examples: ['export --out backup.jsonl', 'export --memories | gzip > memories.jsonl.gz'],
  run: (context, options) => exportAll(context, options as ExportCommandOptions),
}

async function exportAll(context: CliContext, options: ExportCommandOptions): Promise<void> {
  const memoriesOnly = options.memories ?? false
  const { out, json } = options
  await context.withFreshLocal(async ({ exportData }) => {
    const lines = exportData({ memoriesOnly })
    if (out === undefined || out === '/dev/stdout') {
      for await (const line of lines) context.write(toText(line))
      return
    }
    const file = context.resolvePath(out)
    const written = await writeInto(context, file, lines)
    if (!written) return
    const { memories, sessions } = written
    if (json) return context.printJson({ file, memories, sessions })
    const what = memoriesOnly ? '' : ` and ${count(sessions, 'session')}`
    context.print(`${memoryCount(memories)}${what} written to ${file}`)
  })
}

/** @returns undefined if interrupted */
async function writeInto(
  context: CliContext,
  file: string,
  lines: AsyncIterable<ExportLine>,
): Promise<{ memories: number; sessions: number } | undefined> {
  const written = { memories: 0, sessions: 0 }
  async function* texts() {
    for await (const line of lines) {
      if (line.type === 'memory') written.memories += 1
      if (line.type === 'session') written.sessions += 1
      yield toText(line)
    }
  }
  const interruption = catchInterruption()
  try {
    await writeWhole(file, texts(), interruption.signal)
    return written
  } catch (error) {
    if (interruption.signal.aborted) {
      context.exitCode = interruption.exitCode()
      return undefined
    }
    if (error instanceof ThroughlineError || !isFileError(error)) throw error
    throw new ThroughlineError('invalid-input', `${file} cannot be written: ${error.message}`, {
      hint: 'choose a file in a folder that exists and has space',
      cause: error,
    })
  } finally {
    interruption.close()
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

const toText = (line: ExportLine) => `${JSON.stringify(line)}\n`
