/** Reads Codex's tool calls and gives them the names its hooks use. */
import { parseBoundedJson } from '../../../core/model/bounded-json.ts'
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
} from '../../../core/model/json.ts'
import { tryTo } from '../../../home/try-to.ts'
import type { ToolResult } from '../conversation.ts'

/** What the client recorded about a call; newer versions include its exit code. */
export interface Execution {
  readonly callId: string
  readonly hasFailed: boolean
  readonly output: string | undefined
  readonly durationMs: number | undefined
}

export function readExecution(item: JsonObject): Execution | undefined {
  const callId = stringOf(item.id)
  if (callId === undefined || !executed.includes(String(item.type))) return undefined
  const { secs, nanos } = objectOf(item.duration)
  const hasCode = typeof item.exit_code === 'number'
  return {
    callId,
    hasFailed: hasCode ? item.exit_code !== 0 : item.status === 'failed',
    output: stringOf(item.aggregated_output),
    durationMs:
      typeof secs === 'number' ? secs * 1_000 + Math.round(Number(nanos) / 1e6) : undefined,
  }
}

const executed = ['CommandExecution', 'FileChange', 'McpToolCall']

export interface CodexCall {
  readonly id: string
  readonly name: string
  readonly input: Json
}

export function toCall(item: JsonObject): CodexCall | undefined {
  const id = stringOf(item.call_id)
  const name = stringOf(item.name)
  if (id === undefined) return undefined
  switch (item.type) {
    case 'local_shell_call':
      return { id, name: 'Bash', input: { command: commandIn(objectOf(item.action)) ?? '' } }
    case 'custom_tool_call':
      return name === undefined ? undefined : { id, name, input: { command: item.input ?? '' } }
    case 'function_call':
      return name === undefined ? undefined : toFunctionCall(id, name, item)
    default:
      return undefined
  }
}

const shells = ['exec_command', 'shell', 'shell_command', 'container.exec']

function toFunctionCall(id: string, name: string, item: JsonObject): CodexCall {
  const parsed = parse(stringOf(item.arguments) ?? '')
  const input = parsed ?? { arguments: item.arguments ?? '' }
  const command = isJsonObject(input) && shells.includes(name) ? commandIn(input) : undefined
  if (command !== undefined) return { id, name: 'Bash', input: { command } }
  const server = stringOf(item.namespace)
  return { id, name: server?.startsWith('mcp__') ? `${server}__${name}` : name, input }
}

/** `["bash", "-lc", "ls"]` gives a shell a command; other lists are a program and its arguments. */
function commandIn({ cmd, command }: JsonObject): string | undefined {
  const given = cmd ?? command
  if (typeof given === 'string') return given
  const words = listOf(given).filter((word) => typeof word === 'string')
  if (words.length === 3 && /^-\w*c$/.test(words[1] ?? '')) return words[2]
  return words.length > 0 ? words.join(' ') : undefined
}

const resultTypes = ['function_call_output', 'custom_tool_call_output', 'local_shell_call_output']

export function toResult(
  item: JsonObject,
  executions: ReadonlyMap<string, Execution>,
): ToolResult | undefined {
  const id = stringOf(item.call_id)
  if (id === undefined || !resultTypes.includes(String(item.type))) return undefined
  const execution = executions.get(id)
  const said = readOutput(item.output ?? '')
  return {
    id,
    output: execution?.output ?? said.text,
    hasFailed: execution?.hasFailed ?? said.hasFailed,
    durationMs: execution?.durationMs,
  }
}

/** JSON with `metadata` until late 2025; since then, header lines before the output. */
function readOutput(output: Json): { readonly text: string; readonly hasFailed: boolean } {
  if (isJsonObject(output)) {
    return { text: stringOf(output.content) ?? '', hasFailed: output.success === false }
  }
  if (typeof output !== 'string') {
    const parts = listOf(output).flatMap((part) => stringOf(objectOf(part).text) ?? [])
    return { text: parts.join('\n'), hasFailed: false }
  }
  const parsed = parse(output)
  const code = isJsonObject(parsed) ? objectOf(parsed.metadata).exit_code : undefined
  if (isJsonObject(parsed) && typeof code === 'number') {
    return { text: stringOf(parsed.output) ?? '', hasFailed: code !== 0 }
  }
  const head = headOfOutput.exec(output)
  if (!head) return { text: output, hasFailed: false }
  const hasFailed = !/^(?:Process exited with code|Exit code:) 0$/m.test(head[0])
  return { text: output.slice(head[0].length), hasFailed: exits.test(head[0]) && hasFailed }
}

/** `Chunk ID: …`, `Wall time: …`, `Process exited with code N` and similar lines up to `Output:`. */
const headOfOutput = /^(?:[A-Z][^\n]{0,120}\n){1,6}?Output:\n/
const exits = /^(?:Process exited with code|Exit code:) \d+$/m

function parse(text: string): Json | undefined {
  if (!text.startsWith('{')) return undefined
  return tryTo(() => parseBoundedJson(text) as Json)
}
