import type { OperationName, OutputOf } from '../../contract/operations/index.ts'

/** Runs an operation on input as typed. @throws ThroughlineError */
export type Ask = <Name extends OperationName>(
  name: Name,
  given: Readonly<Record<string, unknown>>,
) => Promise<OutputOf<Name>>
