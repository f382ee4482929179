import { type GuidanceVariant, guidanceVariants } from '../../../contract/vocabulary.ts'
import type {
  ChangeOutcome,
  InstructionChange,
} from '../../../core/instruction-block/change-file.ts'
import type { InstructionFiles } from '../../../core/ports/host-files.ts'
import { argument, type Command, option, type Switches } from '../command.ts'
import type { CliContext } from '../context.ts'
import { confirmChange, showChange } from '../get-started/change-file.ts'

type GuidanceOptions = { variant?: GuidanceVariant } & Switches<'yes' | 'dryRun' | 'json'>

const blockName = 'guidance'

const variant = option(
  '--variant <variant>',
  'minimal: used when it matters; eager: unasked (default: as configured)',
  { choices: guidanceVariants },
)

const file = argument('<file>', 'In this project or your home: CLAUDE.md, AGENTS.md, GEMINI.md …')

const changeOptions = [
  option('--yes', 'Do not ask'),
  option('--dry-run', 'Show the change and do nothing'),
]

export const guidanceCommand: Command = {
  examples: ['guidance', 'guidance install CLAUDE.md'],
  byDefault: 'show',
  commands: {
    show: {
      summary: 'Print it',
      options: [variant],
      examples: ['guidance show --variant eager'],
      run: show,
    },
    install: {
      summary: 'Put it into an instruction file as one block; the rest of the file stays',
      arguments: [file],
      options: [variant, ...changeOptions],
      examples: ['guidance install CLAUDE.md --dry-run', 'guidance install AGENTS.md --yes'],
      run: (context, options, name = '') => install(context, name, options),
    },
    remove: {
      summary: 'Take it out again; the rest of the file stays',
      arguments: [file],
      options: changeOptions,
      examples: ['guidance remove CLAUDE.md'],
      run: (context, options, name = '') => remove(context, name, options),
    },
  },
}

async function show(context: CliContext, options: GuidanceOptions): Promise<void> {
  const found = await findGuidance(context, options)
  if (options.json) return context.printJson(found)
  context.print(found.text)
}

async function install(context: CliContext, file: string, options: GuidanceOptions): Promise<void> {
  const { planBlock } = await import('../../../core/instruction-block/change-file.ts')
  const { text } = await findGuidance(context, options)
  const files = await openFiles(context)
  const change = await planBlock(files, file, { name: blockName, content: text })
  await applyChange(context, options, files, change, {
    question: `Put the guidance into ${change.file}?`,
    unchanged: `The guidance is already in ${change.file}`,
    done: () => `The guidance is in ${change.file}`,
  })
}

async function remove(context: CliContext, file: string, options: GuidanceOptions): Promise<void> {
  const { planBlockRemoval } = await import('../../../core/instruction-block/change-file.ts')
  const files = await openFiles(context)
  const change = await planBlockRemoval(files, file, blockName)
  await applyChange(context, options, files, change, {
    question: `Take the guidance out of ${change.file}?`,
    unchanged: `The guidance was not in ${change.file}`,
    done: (outcome) =>
      outcome === 'deleted'
        ? `${change.file} had no other content and was deleted`
        : `The guidance is no longer in ${change.file}`,
  })
}

interface Wording {
  readonly question: string
  readonly unchanged: string
  readonly done: (outcome: ChangeOutcome) => string
}

async function applyChange(
  context: CliContext,
  options: GuidanceOptions,
  files: InstructionFiles,
  change: InstructionChange,
  { question, unchanged, done }: Wording,
): Promise<void> {
  if (options.dryRun) return showChange(context, options, change)
  const isChange = change.after !== change.before
  if (isChange && !(await confirmChange(context, options, question, change))) return
  const { applyChange } = await import('../../../core/instruction-block/change-file.ts')
  const outcome = await applyChange(change, files)
  if (options.json) return context.printJson({ file: change.file, outcome })
  context.print(outcome === 'unchanged' ? unchanged : done(outcome))
}

async function openFiles({ cwd, userHome }: CliContext): Promise<InstructionFiles> {
  const { openProjectInstructionFiles } = await import(
    '../../../compose/documents/instruction-files.ts'
  )
  return openProjectInstructionFiles(cwd, userHome)
}

async function findGuidance(
  context: CliContext,
  options: GuidanceOptions,
): Promise<{ variant: GuidanceVariant; text: string }> {
  const { guidance } = await import('../../../core/guidance/guidance.ts')
  const chosen = options.variant ?? (await context.loadConfig()).guidance.variant
  return { variant: chosen, text: guidance[chosen] }
}
