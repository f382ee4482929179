/** Separates what the agent said from the tool calls shown between it. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import type { JsonObject } from '../../../core/model/json.ts'

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

const thoughts = /<think>[\s\S]*?<\/think>/g
const toolUse =
  /<tool-use data-tool-type="([^"]*)" data-tool-name="([^"]*)">([\s\S]*?)<\/tool-use>/g
/** In 2025, between rules. */
const olderToolUse = /^Tool use: \*\*(.+?)\*\*/

export function readAgentText(text: string): AgentText {
  const tools: ShownTool[] = []
  const spoken = text
    .replace(thoughts, '')
    .replace(toolUse, (_, type: string, name: string, shown: string) => {
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
  const fences = [...shown.matchAll(/^(`{3,})(\S*)[^\n]*\n([\s\S]*?)\n?^\1\s*$/gm)].map(
    ([, , language = '', text = '']): Fence => ({ language, text }),
  )
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

function inputOf(type: string, shown: string, command: string | undefined): JsonObject {
  const fields = [...shown.matchAll(/^- (\w+): `([^`]*)`$/gm)]
  if (fields.length > 0)
    return Object.fromEntries(fields.map(([, key = '', value = '']) => [key, value]))
  const summary = unescaped(/<summary>([\s\S]*?)<\/summary>/.exec(shown)?.[1] ?? '')
  const body = shown.replace(/<summary>[\s\S]*?<\/summary>/, '')
  const quoted = /^\s*`([^`\n]+)`\s*$/m.exec(body)?.[1]
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
