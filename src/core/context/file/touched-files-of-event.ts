/** The files that a tool call read or changed, relative to the project. */
import { splitCommands } from '../../activity/command-line.ts'
import { toAction } from '../../activity/to-action.ts'
import { relativeTo } from '../../activity/touched-files.ts'
import type { HostEvent } from '../../model/host-event.ts'

/** A patch may change many; the first ones show what it is about. */
const mostFiles = 8

/** @param root the project's folder @returns none for a call that failed, or a subagent's */
export function filesTouchedBy(
  { detail, agent, cwd }: HostEvent,
  root: string | undefined,
): string[] {
  if (detail.kind !== 'tool' || agent) return []
  const { toolName, input, output, outcome } = detail
  const action = toAction({ id: '', toolName, input, output, outcome }, undefined)
  if (action.outcome === 'failed') return []
  const isOpened = action.kind === 'read' || action.kind === 'edit'
  const named = isOpened ? action.files : filesReadBy(action.command ?? '')
  const paths = named.map((path) => relativeTo(absolute(path, cwd), root))
  return [...new Set(paths)].slice(0, mostFiles)
}

/** Some agents have no tool to read a file; they run `cat`, `sed` and the like. */
function filesReadBy(command: string): string[] {
  return splitCommands(command).flatMap((part) => {
    const words = part.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []
    const [program = '', ...given] = words.map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))
    if (!readers.has(program.replace(/^.*\//, ''))) return []
    return given.filter((word) => !word.startsWith('-') && /[./]/.test(word))
  })
}

const readers = new Set(['cat', 'bat', 'batcat', 'head', 'tail', 'sed', 'nl', 'less', 'more'])

function absolute(path: string, cwd: string | undefined): string {
  const plain = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  const isAbsolute = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain)
  return isAbsolute || cwd === undefined ? plain : `${cwd.replace(/[\\/]+$/, '')}/${plain}`
}
