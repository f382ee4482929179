/** Reads a session that SpecStory exported from an agent's history. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import { exportedTurn } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { replaceSpans, spanIn } from '../../foreign-files/spans.ts'
import { asTyped, originOf } from '../../hosts/claude-code/transcript.ts'
import {
  type Conversation,
  createConversation,
  type Moment,
  type ToolResult,
} from '../conversation.ts'

export interface ExportedSession {
  readonly host: string
  readonly id: string
  readonly cwd: string | undefined
  readonly startedAt: string
}

interface Reading {
  readonly conversation: Conversation
  readonly id: string
  prompts: number
  tools: number
}

export function* readExportedSession(
  { host, id, cwd, startedAt }: ExportedSession,
  text: string,
): Generator<ImportedEvent> {
  const reading: Reading = { conversation: createConversation(host, id), id, prompts: 0, tools: 0 }
  let moment: Moment = { at: startedAt, cwd }
  for (const message of messagesIn(text)) {
    const { at = moment.at, model = moment.model, isSidechain } = message
    moment = {
      at,
      cwd,
      model,
      ...(isSidechain && { agent: { id: 'sidechain', name: 'subagent' } }),
    }
    if (message.role === 'agent') yield* takeAgent(message, moment, reading)
    else yield* takeUser(message, moment, reading)
  }
  yield* reading.conversation.end()
}

function* takeUser(
  message: SpecStoryMessage,
  moment: Moment,
  reading: Reading,
): Generator<ImportedEvent> {
  const text = asTyped(message.text)
  if (text === '' || moment.agent) return
  reading.prompts += 1
  const identity = `${reading.id} ${reading.prompts}`
  const prompt = { identity, text, origin: originOf(text), turn: exportedTurn(identity) }
  yield* reading.conversation.prompt(prompt, moment)
}

function* takeAgent(
  { text }: SpecStoryMessage,
  moment: Moment,
  reading: Reading,
): Generator<ImportedEvent> {
  const { conversation } = reading
  const { said, tools } = readAgentText(text)
  for (const tool of tools) {
    reading.tools += 1
    yield* conversation.tool({ id: `${reading.id} ${reading.tools}`, ...tool }, moment)
  }
  if (said !== '') conversation.answer(undefined, said, moment)
}

interface ShownTool extends Omit<ToolResult, 'id'> {
  readonly name: string
  readonly input: JsonObject
}

const toolUse = /<tool-use data-tool-type="([^"]*)" data-tool-name="([^"]*)">/g
/** The format of 2025, between horizontal rules. */
const olderToolUse = /^Tool use: \*\*(.+?)\*\*/

/** Separates the agent's text from the tool calls in it. */
function readAgentText(text: string): { said: string; tools: ShownTool[] } {
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

/** A fence ends at the next line with the same number of marks. */
function fencesIn(text: string) {
  const fences: { readonly language: string; readonly text: string }[] = []
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

interface SpecStoryMessage {
  readonly role: 'user' | 'agent'
  readonly isSidechain: boolean
  readonly at: string | undefined
  readonly model: string | undefined
  readonly text: string
}

const head = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \((.*)\))?\*\*_\s*$/
const fence = /^\s*(`{3,}|~{3,})/

/** `_**User (time)**_`, `_**Agent (model time)**_`. */
function* messagesIn(text: string): Generator<SpecStoryMessage> {
  let message: (Omit<SpecStoryMessage, 'text'> & { readonly lines: string[] }) | undefined
  let openFence: string | undefined
  let before: string[] = []
  for (const line of text.split('\n')) {
    const found = head.exec(line)
    // After a horizontal rule, this starts a message even inside an unclosed code block.
    const isHead = found && (openFence === undefined || before.join('\n') === '---\n')
    if (isHead) {
      if (message) yield finished(message)
      message = { ...readHead(found), lines: [] }
      openFence = undefined
    } else {
      openFence = fenceAfter(line, openFence)
      message?.lines.push(line)
    }
    before = [...before, line].slice(-2)
  }
  if (message) yield finished(message)
}

function fenceAfter(line: string, open: string | undefined): string | undefined {
  const mark = fence.exec(line)?.[1]
  if (mark === undefined) return open
  if (open === undefined) return mark
  return mark.startsWith(open) ? undefined : open
}

function finished({
  lines,
  ...message
}: Omit<SpecStoryMessage, 'text'> & { readonly lines: readonly string[] }): SpecStoryMessage {
  const text = lines.join('\n').trim()
  return { ...message, text: text.replace(/(?:^|\n)---$/, '').trim() }
}

function readHead([, who, sidechain, about = '']: RegExpExecArray) {
  const at = timeIn(about)
  const model = about
    .replace(time, '')
    .replace(/^model |, mode .*$/g, '')
    .trim()
  return {
    role: who === 'User' ? ('user' as const) : ('agent' as const),
    isSidechain: sidechain !== undefined,
    at,
    model: model === '' ? undefined : model,
  }
}

const time = /(\d{4}-\d\d-\d\d)[ _](\d\d)[:-](\d\d)(?:[:-](\d\d))?(Z|[+-]\d{4})?/

/** Reads a time from a header, a title or a file name. Without a zone it is local. */
export function timeIn(text: string): string | undefined {
  const [, day, hour, minute, second = '00', zone = ''] = time.exec(text) ?? []
  if (day === undefined) return undefined
  const offset = zone.replace(/(\d\d)$/, ':$1').replace(/^:?Z$/, 'Z')
  const parsed = new Date(`${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString()
}
