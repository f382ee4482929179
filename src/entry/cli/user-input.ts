/** What a person gives a running command: text, answers to questions, and Ctrl-C. */

import { once } from 'node:events'
import { constants } from 'node:os'
import type { ReadStream } from 'node:tty'
import { ThroughlineError } from '../../contract/errors.ts'
import type { CliContext } from './context.ts'

/** The words given; a lone `-` means standard input. */
export async function textOf({ input }: CliContext, words: readonly string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ')
  if (input) return input.read()
  throw new ThroughlineError('invalid-input', 'there is no standard input to read')
}

export function isPiped({ input }: CliContext): boolean {
  return input !== undefined && !input.isTerminal
}

/** The largest input is that of `remember --lines`. */
const mostInputBytes = 16 * 1024 * 1024

/** @throws ThroughlineError `invalid-input` for more than 16 MiB, without reading on */
export async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > mostInputBytes) {
      throw new ThroughlineError('invalid-input', 'standard input has more than 16 MiB', {
        hint: 'give less, or in parts',
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const interrupts = new Set(['\u0003', '\u0004'])

// biome-ignore lint/suspicious/noControlCharactersInRegex: an arrow key sends an escape sequence
const keysIn = /\u001b(?:\[[\d;]*[~A-Za-z]|O[A-Z])?|./gsu

/**
 * Reads one key at a time, without Enter. Keys typed in one go wait for the next call.
 * @param open called for the first key, because opening the terminal takes time
 * @returns a function that resolves with undefined on Ctrl-C, Ctrl-D and when the terminal is gone
 */
export function createKeyReader(open: () => ReadStream): () => Promise<string | undefined> {
  const waiting: string[] = []
  return async () => {
    if (waiting.length === 0) waiting.push(...((await readTyped(open())).match(keysIn) ?? []))
    const key = waiting.shift()
    return key === undefined || interrupts.has(key) ? undefined : key
  }
}

/** @returns an empty text when the terminal is gone */
async function readTyped(terminal: ReadStream): Promise<string> {
  const controller = new AbortController()
  const { signal } = controller
  terminal.setRawMode(true)
  terminal.resume()
  try {
    const ended = once(terminal, 'end', { signal }).then(() => [])
    const [typed] = await Promise.race([once(terminal, 'data', { signal }), ended])
    ended.catch(() => {})
    return typed?.toString('utf8') ?? ''
  } finally {
    controller.abort()
    terminal.pause()
    terminal.setRawMode(false)
  }
}

export async function askYesNo(
  context: CliContext,
  message: string,
  { isLikely = true } = {},
): Promise<boolean> {
  const { confirm } = await import('@clack/prompts')
  return (await confirm({ message, initialValue: isLikely, ...context.input?.streams })) === true
}

/** What is typed is not shown. @returns undefined if the user cancels */
export async function askSecret(context: CliContext, message: string): Promise<string | undefined> {
  const { isCancel, password } = await import('@clack/prompts')
  const typed = await password({ message, ...context.input?.streams })
  return isCancel(typed) ? undefined : typed
}

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** The first choice is the default. @returns undefined if the user cancels */
export async function askChoice<Value extends string>(
  context: CliContext,
  message: string,
  choices: readonly Choice<Value>[],
): Promise<Value | undefined> {
  const { isCancel, select } = await import('@clack/prompts')
  const options = choices.map(({ value, label }) => ({ value: value as string, label }))
  const chosen = await select({ message, options, ...context.input?.streams })
  return isCancel(chosen) ? undefined : (chosen as Value)
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ctrl-C and other signals, for commands that clean up before they end. */
export function catchInterruption() {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  let received: NodeJS.Signals = 'SIGINT'
  const listener = (name: NodeJS.Signals) => {
    received = name
    controller.abort()
    resolve()
  }
  for (const name of signals) process.on(name, listener)
  return {
    signal: controller.signal,
    /** Resolves with the first signal. Keeps no process up by itself. */
    received: promise,
    /** By convention, 128 plus the number of the signal. */
    exitCode: () => 128 + constants.signals[received],
    close() {
      for (const name of signals) process.off(name, listener)
    },
  }
}
