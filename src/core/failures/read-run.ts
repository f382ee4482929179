/** What a tool call means for failures: a command that failed in its own way, or one that passed. */
import { commandKeys } from '../activity/command-key.ts'
import { commandsIn } from '../activity/command-line.ts'
import { wasRefused } from '../activity/refusal.ts'
import { type ToolRecord, toAction } from '../activity/to-action.ts'
import { outputText } from '../activity/tool-output.ts'
import { isJsonObject } from '../model/json.ts'
import { signaturesIn } from './failure-signatures.ts'

export type Run =
  | {
      readonly kind: 'failed'
      /** Empty if it says nothing specific. */
      readonly signatures: readonly string[]
      /** What must pass before the failure counts as resolved. */
      readonly checks: readonly RunCheck[]
    }
  | {
      readonly kind: 'passed'
      readonly keys: readonly string[]
      /** Complaints that are printed although all is well. */
      readonly signatures: () => readonly string[]
    }

/** The keys by which a command may pass: its own, and that of the command a wrapper runs. */
type RunCheck = readonly [own: string, wrapped?: string]

/** @returns undefined for anything but a command whose outcome says something */
export function readRun(tool: ToolRecord): Run | undefined {
  const { kind, command, outcome } = toAction(tool, undefined)
  if (kind !== 'command' || command === undefined) return undefined
  const keys = checkKeys(command)
  if (keys.length === 0) return undefined
  const output = outputText(tool.output)
  if (outcome === 'failed') {
    // Further down, the output may be about users who refuse something.
    if (wasRefused(output.slice(0, refusalLength)) || wasInterrupted(tool)) return undefined
    return { kind: 'failed', signatures: signaturesIn(output), checks: keys.map(checkOf) }
  }
  // A pipe, and a command behind the check, hide how the check ended.
  const isMasked = masked.test(command)
  if (isMasked && (failedCount.test(output) || signaturesIn(output).length > 0)) return undefined
  return { kind: 'passed', keys, signatures: () => signaturesIn(output) }
}

/** One for each command of the line that does something. */
export function checkKeys(command: string): readonly string[] {
  return [...new Set(commandsIn(command).flatMap(commandKeys))].slice(0, mostChecks)
}

const mostChecks = 6
const refusalLength = 400
const failedCount = /\b[1-9]\d* (?:tests? )?(?:failed|failing|fail|errors?)\b/
const masked = /\s\|{1,2}\s|;/

function checkOf(key: string): RunCheck {
  const wrapped = key.split(' ').slice(1)
  return wrapped.length >= 2 ? [key, wrapped.join(' ')] : [key]
}

function wasInterrupted({ output }: ToolRecord): boolean {
  return isJsonObject(output) && (output.is_interrupt === true || output.interrupted === true)
}
