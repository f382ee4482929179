/** Whether a check failed by what it printed, because Codex reports no exit status. */

import { checksOf } from '../../../core/activity/checks.ts'
import { commandsIn } from '../../../core/activity/command-line.ts'
import { testCounts } from '../../../core/digest/test-counts.ts'
import { signaturesIn } from '../../../core/failures/failure-signatures.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'

export function isFailedCheck(input: Json, output: Json): boolean {
  if (!isJsonObject(input) || typeof input.command !== 'string') return false
  if (typeof output !== 'string') return false
  if (checksOf(commandsIn(input.command).join(' && ')).length === 0) return false
  const counts = testCounts(output)
  return counts ? counts.failed !== 0 : signaturesIn(output).some((each) => telling.test(each))
}

/** A passing check may log messages as well. */
const telling = /^(?:rule|code|test) /
