/** Questions on the terminal. */
import type { CliContext } from './context.ts'

export async function askYesNo(
  context: CliContext,
  message: string,
  { isLikely = true } = {},
): Promise<boolean> {
  const { confirm } = await import('@clack/prompts')
  return (await confirm({ message, initialValue: isLikely, ...context.input?.streams })) === true
}

/** What is typed is not shown. @returns undefined if the user cancels */
export async function askSecret(context: CliContext, message: string): Promise<string | undefined> {
  const { isCancel, password } = await import('@clack/prompts')
  const typed = await password({ message, ...context.input?.streams })
  return isCancel(typed) ? undefined : typed
}

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** The first choice is the default. @returns undefined if the user cancels */
export async function askChoice<Value extends string>(
  context: CliContext,
  message: string,
  choices: readonly Choice<Value>[],
): Promise<Value | undefined> {
  const { isCancel, select } = await import('@clack/prompts')
  const options = choices.map(({ value, label }) => ({ value: value as string, label }))
  const chosen = await select({ message, options, ...context.input?.streams })
  return isCancel(chosen) ? undefined : (chosen as Value)
}
