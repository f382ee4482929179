/** Questions before something is deleted that no command brings back. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Options } from '../command.ts'
import type { CliContext } from '../context.ts'

/** On a terminal somebody is asked; elsewhere `--yes` must say it. */
export async function confirmDeletion(
  context: CliContext,
  options: Options,
  question: string,
): Promise<boolean> {
  if (options.yes) return true
  if (!canAsk(context, options)) {
    throw new ThroughlineError('invalid-input', 'this cannot be undone and needs --yes', {
      hint: '--dry-run shows what would go',
    })
  }
  return ask(question)
}

export function canAsk({ isTerminal, input }: CliContext, { json }: Options): boolean {
  return isTerminal && input?.isTerminal === true && !json
}

export async function ask(question: string): Promise<boolean> {
  const prompts = await import('@clack/prompts')
  return (await prompts.confirm({ message: question, initialValue: false })) === true
}
