/** Tells what was done by the names and input forms that hosts give their tools. */

import type { Action, ActionKind } from '../model/action.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import type { ToolUse } from '../ports/history.ts'
import { readableOutput, reportsFailure } from './tool-output.ts'
import { isEdit, touchedFiles } from './touched-files.ts'

/** One use of a tool, as it was captured. */
export interface ToolRecord extends ToolUse {
  readonly id: string
  readonly output: Json
  readonly outcome: 'ok' | 'failed'
}

export function toAction(event: ToolRecord, folder: string | undefined): Action {
  const files = touchedFiles([event], folder)
  const kind = kindOf(event, files)
  const isTold = kind === 'command' || kind === 'edit' || kind === 'other'
  return {
    id: event.id,
    kind,
    toolName: event.toolName,
    outcome: isTold && reportsFailure(event.output) ? 'failed' : event.outcome,
    command: kind === 'command' ? commandOf(event.input) : undefined,
    files,
    output: readableOutput(event.output),
  }
}

/** Whole names only: a tool of an MCP server may be called `notes_read`. */
const kinds: Readonly<Record<string, ActionKind>> = {
  bash: 'command',
  shell: 'command',
  localshell: 'command',
  shellcommand: 'command',
  execcommand: 'command',
  runshellcommand: 'command',
  executecommand: 'command',
  executebash: 'command',
  powershell: 'command',
  read: 'read',
  readfile: 'read',
  readmanyfiles: 'read',
  fsread: 'read',
  notebookread: 'read',
  view: 'read',
  viewimage: 'read',
  grep: 'search',
  grepsearch: 'search',
  searchfilecontent: 'search',
  glob: 'search',
  ls: 'search',
  list: 'search',
  listdir: 'search',
  listdirectory: 'search',
  webfetch: 'web',
  websearch: 'web',
  googlewebsearch: 'web',
  task: 'agent',
  agent: 'agent',
  spawnagent: 'agent',
}
const kindByName = new Map(Object.entries(kinds))

function kindOf(event: ToolRecord, files: readonly string[]): ActionKind {
  const named = kindByName.get(event.toolName.replace(/[_-]/g, '').toLowerCase())
  if (named !== undefined && named !== 'command') return named
  if (files.length > 0 && isEdit(event)) return 'edit'
  return named ?? 'other'
}

/** Codex gives a list, mostly a shell and what it is to run. */
function commandOf(input: Json): string | undefined {
  if (!isJsonObject(input)) return undefined
  const given = input.command ?? input.cmd ?? null
  if (typeof given === 'string') return given.trim() || undefined
  if (!Array.isArray(given)) return undefined
  const words = given.filter((word) => typeof word === 'string')
  const script = /^-\w*c$/.test(words[1] ?? '') ? words.slice(2) : words
  return script.join(' ').trim() || undefined
}
