import { once } from 'node:events'
import type { ReadStream } from 'node:tty'

const interrupts = new Set(['\u0003', '\u0004'])

/** One key, without Enter. @returns undefined on Ctrl-C, Ctrl-D and when the terminal is gone */
export async function readKey(terminal: ReadStream): Promise<string | undefined> {
  terminal.setRawMode(true)
  terminal.resume()
  try {
    const [data] = (await Promise.race([once(terminal, 'data'), once(terminal, 'end')])) as [
      Buffer?,
    ]
    const key = data?.toString('utf8')
    return key === undefined || interrupts.has(key) ? undefined : key
  } finally {
    terminal.pause()
    terminal.setRawMode(false)
  }
}
