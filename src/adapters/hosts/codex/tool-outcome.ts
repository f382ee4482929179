/** Codex tells no exit status, so that a tool failed is seen only where its output plainly says so. */
import { tellsFailure } from '../../../core/activity/tool-output.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'

export function outcomeOf(input: Json, output: Json): 'ok' | 'failed' {
  return tellsFailure(output) || endsWithComplaint(input, output) ? 'failed' : 'ok'
}

/** `cat: notes.txt: No such file or directory`, said last by the command that decides the status. */
function endsWithComplaint(input: Json, output: Json): boolean {
  if (!isJsonObject(input) || typeof input.command !== 'string') return false
  if (typeof output !== 'string') return false
  const program = lastProgram(input.command)
  const lastLine = output.trimEnd().split('\n').at(-1) ?? ''
  const said = lastLine.split(':').map((part) => part.trim())
  return said.some((part) => complaint.test(part)) && said.some((part) => nameOf(part) === program)
}

const complaint =
  /^(?:command not found|no such file or directory|not a directory|is a directory|permission denied|operation not permitted|cannot execute(?: binary file)?)$/i

function lastProgram(command: string): string {
  const last =
    command
      .trim()
      .split(/\|\|?|&&?|;|\n/)
      .at(-1) ?? ''
  return nameOf(last.trim().split(/\s+/)[0] ?? '')
}

const nameOf = (program: string) => program.replace(/^.*[/\\]/, '')
