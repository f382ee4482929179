/** `export --format jsonl`: one line for each thing stored, for programs and people to read. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { ExportLine } from '../../../core/export/export-data.ts'
import type { CliContext } from '../context.ts'
import { count, memoryCount } from '../present.ts'
import type { ExportCommandOptions } from './export-options.ts'
import { writeChosen } from './write-chosen.ts'

export async function exportLines(
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
