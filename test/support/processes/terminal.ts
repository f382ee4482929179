/** A terminal of 80 columns at which somebody answers questions when they appear. */
import { PassThrough, Writable } from 'node:stream'

/** What appears, and the keys pressed then. */
export type Reply = readonly [question: RegExp, keys: string]

export const arrowDown = '\u001b[B'
export const enter = '\r'

export interface Terminal {
  readonly streams: { readonly input: PassThrough; readonly output: Writable }
  write(text: string): void
  /** Everything shown so far, without colours and cursor movements. */
  screen(): string
  /** Questions that never appeared. */
  unasked(): RegExp[]
}

export function openTerminal(replies: readonly Reply[]): Terminal {
  const waiting = [...replies]
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  let shown = ''
  let unanswered = ''
  const write = (text: string) => {
    shown += text
    unanswered += text
    const [question, keys] = waiting[0] ?? []
    if (!question?.test(plain(unanswered))) return
    waiting.shift()
    unanswered = ''
    // The question listens only after it was drawn.
    setImmediate(() => input.write(keys))
  }
  const output = Object.assign(
    new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        write(String(chunk))
        done()
      },
    }),
    { isTTY: true, columns: 80, rows: 40 },
  )
  return {
    streams: { input, output },
    write,
    screen: () => plain(shown),
    unasked: () => waiting.map(([question]) => question),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are meant
const plain = (text: string) => text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
