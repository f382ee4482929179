/** Separates what the agent said from the tool calls shown between it. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { replaceSpans, spanIn } from '../../foreign-files/spans.ts'

interface ShownTool {
  readonly name: string
  readonly input: JsonObject
  readonly output: string
  readonly hasFailed: boolean
}

export interface AgentText {
  readonly said: string
  readonly tools: readonly ShownTool[]
}

const toolUse = /<tool-use data-tool-type="([^"]*)" data-tool-name="([^"]*)">/g
/** In 2025, between rules. */
const olderToolUse = /^Tool use: \*\*(.+?)\*\*/

export function readAgentText(text: string): AgentText {
  const tools: ShownTool[] = []
  const withoutThoughts = replaceSpans(text, /<think>/g, '</think>', () => '')
  const spoken = replaceSpans(withoutThoughts, toolUse, '</tool-use>', (shown, opened) => {
    const [, type = '', name = ''] = opened
    tools.push(toTool(name, type, shown))
    return ''
  })
  const said: string[] = []
  for (const part of spoken.split(/^---$/m).map((each) => each.trim())) {
    const name = olderToolUse.exec(part)?.[1]
    if (name === undefined) said.push(part)
    else tools.push(toTool(name, 'unknown', part))
  }
  return { said: said.filter(Boolean).join('\n\n'), tools }
}

interface Fence {
  readonly language: string
  readonly text: string
}

function toTool(name: string, type: string, shown: string): ShownTool {
  const fences = fencesIn(shown)
  const [first] = fences
  const isCommand = first?.language === 'bash' || first?.language === 'sh'
  const output = (isCommand ? fences.slice(1) : fences).at(-1)?.text ?? ''
  return {
    name,
    input: inputOf(type, shown, isCommand ? first?.text : undefined),
    output,
    hasFailed: /^\*\*Error:\*\*/m.test(shown) || reportsFailure(output),
  }
}

/** Each ends at the next line of as many marks. */
function fencesIn(text: string): Fence[] {
  const fences: Fence[] = []
  let open:
    | { readonly marks: string; readonly language: string; readonly lines: string[] }
    | undefined
  for (const line of text.split('\n')) {
    const [, marks = '', language = ''] = /^(`{3,})(\S*)/.exec(line) ?? []
    if (!open && marks !== '') open = { marks, language, lines: [] }
    else if (open && line.trimEnd() === open.marks) {
      fences.push({ language: open.language, text: open.lines.join('\n') })
      open = undefined
    } else open?.lines.push(line)
  }
  return fences
}

function inputOf(type: string, shown: string, command: string | undefined): JsonObject {
  const fields = [...shown.matchAll(/^- (\w+): `([^`]*)`$/gm)]
  if (fields.length > 0)
    return Object.fromEntries(fields.map(([, key = '', value = '']) => [key, value]))
  const found = spanIn(shown, '<summary>', '</summary>')
  const summary = unescaped(found ?? '')
  const body = found === undefined ? shown : shown.replace(`<summary>${found}</summary>`, () => '')
  const quoted = /^[ \t]*`([^`\n]+)`[ \t]*$/m.exec(body)?.[1]
  const path = /(?:Read|Edit|Write|Create|Delete) file: ([^\n<]+)/.exec(`${summary}\n${body}`)?.[1]
  if (command !== undefined) return { command }
  if (path !== undefined) return { file_path: path.trim() }
  if (quoted === undefined) return {}
  return type === 'shell' ? { command: quoted } : { file_path: quoted }
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const unescaped = (text: string) => text.replace(/&[a-z#0-9]+;/g, (each) => entities[each] ?? each)
