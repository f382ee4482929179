/** Recognises what a tool call did by its name and input, for every host. */
import type { Action, ActionKind } from '../model/host-event.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import type { ToolUse } from '../ports/history.ts'
import { parseOutput, readableOutput, reportsFailure } from './tool-output.ts'
import { isEdit, touchedFiles } from './touched-files.ts'

export interface ToolRecord extends ToolUse {
  readonly id: string
  readonly output: Json
  readonly outcome: 'ok' | 'failed'
}

export function toAction(event: ToolRecord, folder: string | undefined): Action {
  const call = toToolCall(event, folder)
  const { kind } = call
  const output = parseOutput(event.output)
  const canReportFailure = kind === 'command' || kind === 'edit' || kind === 'other'
  return {
    ...call,
    id: event.id,
    outcome: canReportFailure && reportsFailure(output) ? 'failed' : event.outcome,
    output: readableOutput(output),
  }
}

/** Uses the outcome from `toAction`, because hosts report many failed commands as successes. */
export function isFailedCommand({ outcome, command }: Action): boolean {
  return outcome === 'failed' && command !== undefined
}

export type ToolCall = Pick<Action, 'kind' | 'toolName' | 'command' | 'files'>

/** What is known before the tool answers. */
export function toToolCall(use: ToolUse, folder: string | undefined): ToolCall {
  const files = touchedFiles([use], folder)
  const kind = kindOf(use, files)
  const command = kind === 'command' ? commandOf(use.input) : undefined
  return { kind, toolName: use.toolName, command, files }
}

/** Whole names only: a tool of an MCP server may be called `notes_read`. */
const toolNames: readonly (readonly [ActionKind, string])[] = [
  ['command', 'bash shell localshell shellcommand execcommand runshellcommand'],
  ['command', 'executecommand executebash powershell'],
  ['read', 'read readfile readmanyfiles fsread notebookread view viewimage'],
  ['search', 'grep grepsearch searchfilecontent glob ls list listdir listdirectory'],
  ['web', 'webfetch websearch googlewebsearch'],
  ['agent', 'task agent spawnagent'],
]
const kindByName = new Map(
  toolNames.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])),
)

function kindOf(use: ToolUse, files: readonly string[]): ActionKind {
  const named = kindByName.get(use.toolName.replace(/[_-]|_?v\d+$/g, '').toLowerCase())
  if (named !== undefined && named !== 'command') return named
  if (files.length > 0 && isEdit(use)) return 'edit'
  return named ?? 'other'
}

/** Codex sends a list, usually a shell and its script. */
export function commandOf(input: Json): string | undefined {
  if (!isJsonObject(input)) return undefined
  const given = input.command ?? input.cmd ?? null
  if (typeof given === 'string') return given.trim() || undefined
  if (!Array.isArray(given)) return undefined
  const words = given.filter((word) => typeof word === 'string')
  const script = /^-\w*c$/.test(words[1] ?? '') ? words.slice(2) : words
  return script.join(' ').trim() || undefined
}

/** Whether it is one of our MCP tools that store, change or remove a memory. */
export function isOwnWrite(toolName: string): boolean {
  return ownWrite.test(toolName)
}

/** Whether it is any of our MCP tools. */
export function isOwnTool(toolName: string): boolean {
  return ownTool.test(toolName)
}

/** Only the exact names that hosts use: `mcp__throughline__…`. Cursor leaves out our name. */
const server =
  '^(?:mcp__(?:plugin_throughline_)?throughline__|mcp_throughline_|throughline[-_.]|@throughline/|MCP: ?)'
const ownWrite = new RegExp(`${server}memory_(?:store|update|forget)$`)
const ownTool = new RegExp(
  `${server}(?:memory_(?:store|recall|forget|update|list|get|timeline|count)|session_(?:recall|get))$`,
)
