/** `export --format markdown` and `--format mif`: memories for people, git and other tools. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'
import { memoryCount } from '../present.ts'
import type { ExportCommandOptions } from './export-options.ts'
import { writeChosen } from './write-chosen.ts'

export async function exportMarkdown(
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

export async function exportMif(
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
