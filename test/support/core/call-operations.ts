/** Calls operations on a home of their own, as a surface does. */
import { onTestFinished } from 'vitest'
import { openLocal } from '../../../src/compose/local.ts'
import type { InputOf, OperationName, OutputOf } from '../../../src/contract/operations/index.ts'
import { operations } from '../../../src/contract/operations/index.ts'
import { parseInput } from '../../../src/contract/parse-input.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'

/** The input is parsed, the output passes through JSON. */
export type CallOperation = <Name extends OperationName>(
  name: Name,
  input?: Record<string, unknown>,
) => Promise<OutputOf<Name>>

export async function openOperations(): Promise<{ call: CallOperation; root: string }> {
  const root = makeTemporaryFolder()
  const local = await openLocal({ root, userHome: makeTemporaryFolder(), env: {} })
  onTestFinished(() => local.close())
  const call: CallOperation = async (name, input = {}) => {
    const handler = local.operations[name] as (input: InputOf<typeof name>) => Promise<unknown>
    const result = await handler(parseInput(operations[name].input, input) as never)
    return operations[name].output.parse(JSON.parse(JSON.stringify(result))) as never
  }
  return { call, root }
}
