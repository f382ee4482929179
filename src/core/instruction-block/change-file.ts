/** Plans and applies a change of our block in an instruction file. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InstructionFiles } from '../ports/host-files.ts'
import { refuseIfChanged } from '../setup/settings-text.ts'
import { type BlockEdit, type InstructionBlock, removeBlock, replaceBlock } from './edit-block.ts'

export interface InstructionChange {
  readonly file: string
  /** Undefined if there is no file. */
  readonly before: string | undefined
  readonly after: string | undefined
}

export type ChangeOutcome = 'unchanged' | 'created' | 'updated' | 'deleted'

/** @throws ThroughlineError `malformed-settings` if the file's markers do not match */
export async function planBlock(
  files: InstructionFiles,
  name: string,
  block: InstructionBlock,
): Promise<InstructionChange> {
  const file = await files.locate(name)
  const before = await files.read(file)
  return { file, before, after: textOf(file, replaceBlock(before, block, preambleOf(file))) }
}

/** @throws ThroughlineError `malformed-settings` if the file's markers do not match */
export async function planBlockRemoval(
  files: InstructionFiles,
  name: string,
  blockName: string,
): Promise<InstructionChange> {
  const file = await files.locate(name)
  const before = await files.read(file)
  return { file, before, after: textOf(file, removeBlock(before, blockName, preambleOf(file))) }
}

/** @throws ThroughlineError `conflict` if the file changed since the change was planned */
export async function applyChange(
  change: InstructionChange,
  files: InstructionFiles,
): Promise<ChangeOutcome> {
  const { file, before, after } = change
  await refuseIfChanged([change], files)
  if (after === before) return 'unchanged'
  if (after === undefined) {
    await files.remove(file)
    return 'deleted'
  }
  await files.write(file, after)
  return before === undefined ? 'created' : 'updated'
}

function textOf(file: string, edit: BlockEdit): string | undefined {
  if (edit.kind === 'edited') return edit.text
  const message = `${file} has markers that do not match: ${edit.problem} (line ${edit.line})`
  throw new ThroughlineError('malformed-settings', message, {
    hint: 'correct the file there and run the command again; nothing was changed',
  })
}

/** Front matter that some hosts require in files for every session. */
const preambles: readonly (readonly [ending: string, preamble: string])[] = [
  ['.mdc', '---\ndescription: Memory of earlier sessions\nalwaysApply: true\n---\n'],
  ['.instructions.md', "---\napplyTo: '**'\n---\n"],
]

/** For a file we create; an existing one already says when it applies. */
const preambleOf = (file: string) => preambles.find(([ending]) => file.endsWith(ending))?.[1] ?? ''
