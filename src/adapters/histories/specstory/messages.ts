/** Splits SpecStory's Markdown into messages: `_**User (time)**_`, `_**Agent (model time)**_`. */
export interface SpecStoryMessage {
  readonly role: 'user' | 'agent'
  /** Of a subagent. */
  readonly isSidechain: boolean
  readonly at: string | undefined
  readonly model: string | undefined
  readonly text: string
}

const head = /^_\*\*(User|Agent|Assistant)( - sidechain)?(?: \((.*)\))?\*\*_\s*$/
const fence = /^\s*(`{3,}|~{3,})/

export function* messagesIn(text: string): Generator<SpecStoryMessage> {
  let message: (Omit<SpecStoryMessage, 'text'> & { readonly lines: string[] }) | undefined
  let openFence: string | undefined
  let before: string[] = []
  for (const line of text.split('\n')) {
    const found = head.exec(line)
    // After a rule it begins a message even in a code block that was never closed.
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

/** Also of a title or a file name. Without a zone it is the machine's own time. */
export function timeIn(text: string): string | undefined {
  const [, day, hour, minute, second = '00', zone = ''] = time.exec(text) ?? []
  if (day === undefined) return undefined
  const offset = zone.replace(/(\d\d)$/, ':$1').replace(/^:?Z$/, 'Z')
  const parsed = new Date(`${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString()
}
