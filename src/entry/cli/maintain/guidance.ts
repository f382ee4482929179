import { type Command, Option } from 'commander'
import { type GuidanceVariant, guidanceVariants } from '../../../contract/vocabulary.ts'
import type {
  ChangeOutcome,
  InstructionChange,
} from '../../../core/instruction-block/change-file.ts'
import type { InstructionFiles } from '../../../core/ports/instruction-files.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { confirmChange, showChange } from '../get-started/change-file.ts'

interface GuidanceOptions {
  variant?: GuidanceVariant
  yes?: true
  dryRun?: true
  json?: true
}

const blockName = 'guidance'

export function registerGuidance(program: Command, context: CliContext): void {
  const guidance = program
    .command('guidance')
    .description('What agents are told of their memory, and putting it into CLAUDE.md and the like')
    .addHelpText('after', examples('guidance', 'guidance install CLAUDE.md'))

  guidance
    .command('show', { isDefault: true })
    .description('Print it')
    .addOption(variantOption())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('guidance show --variant eager'))
    .action((options: GuidanceOptions) => show(context, options))

  changing(guidance.command('install'))
    .description('Put it into an instruction file, as one block; the rest of the file stays')
    .addOption(variantOption())
    .addHelpText(
      'after',
      examples('guidance install CLAUDE.md --dry-run', 'guidance install AGENTS.md --yes'),
    )
    .action((file: string, options: GuidanceOptions) => install(context, file, options))

  changing(guidance.command('remove'))
    .description('Take it out again; the rest of the file stays')
    .addHelpText('after', examples('guidance remove CLAUDE.md'))
    .action((file: string, options: GuidanceOptions) => remove(context, file, options))
}

function variantOption(): Option {
  const meaning = 'minimal: used when it matters; eager: unasked (default: as configured)'
  return new Option('--variant <variant>', meaning).choices(guidanceVariants)
}

function changing(command: Command): Command {
  return command
    .argument('<file>', 'in this project or your home: CLAUDE.md, AGENTS.md, GEMINI.md, …')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the change and do nothing')
    .option('--json', 'print the result as JSON')
}

async function show(context: CliContext, options: GuidanceOptions): Promise<void> {
  const { variant, text } = await findGuidance(context, options)
  if (options.json) return context.printJson({ variant, text })
  context.print(text)
}

async function install(context: CliContext, file: string, options: GuidanceOptions): Promise<void> {
  const { planBlock } = await import('../../../core/instruction-block/change-file.ts')
  const { text } = await findGuidance(context, options)
  const files = await openFiles(context)
  const change = await planBlock(files, file, { name: blockName, content: text })
  await carryOut(context, options, files, change, {
    question: `Put the guidance into ${change.file}?`,
    unchanged: `The guidance is in ${change.file} already`,
    done: () => `The guidance is in ${change.file}`,
  })
}

async function remove(context: CliContext, file: string, options: GuidanceOptions): Promise<void> {
  const { planBlockRemoval } = await import('../../../core/instruction-block/change-file.ts')
  const files = await openFiles(context)
  const change = await planBlockRemoval(files, file, blockName)
  await carryOut(context, options, files, change, {
    question: `Take the guidance out of ${change.file}?`,
    unchanged: `The guidance was not in ${change.file}`,
    done: (outcome) =>
      outcome === 'deleted'
        ? `${change.file} held nothing else and is gone`
        : `The guidance is no longer in ${change.file}`,
  })
}

interface Wording {
  readonly question: string
  readonly unchanged: string
  readonly done: (outcome: ChangeOutcome) => string
}

async function carryOut(
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
  const { openProjectInstructionFiles } = await import('../../../compose/instruction-files.ts')
  return openProjectInstructionFiles(cwd, userHome)
}

async function findGuidance(
  context: CliContext,
  options: GuidanceOptions,
): Promise<{ variant: GuidanceVariant; text: string }> {
  const { loadConfig } = await import('../../../home/config.ts')
  const { guidance } = await import('../../../core/guidance/guidance.ts')
  const configured = loadConfig(context.paths.config, context.env).guidance.variant
  const variant = options.variant ?? configured
  return { variant, text: guidance[variant] }
}
