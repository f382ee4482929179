/**
 * Standard output and standard error. Node's streams take 10 ms to load, so files and pipes are
 * written without them; a terminal needs its stream for its width.
 */
import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { ThroughlineError } from '../../contract/errors.ts'
import { errorText } from './error-text.ts'

/** Loading node:tty takes 5 ms, so files and pipes are recognised without it. */
export function isTerminalAt(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor)
  } catch {
    // The descriptor is closed.
    return false
  }
}

/** `throughline list | head -1` ends silently; a full disk is an error. */
export function createOutput(): (text: string) => void {
  return writerTo(1, (error) => {
    if (error.code === 'EPIPE') process.exit()
    endWith(outputError(error))
  })
}

export function createErrorOutput(): (text: string) => void {
  return writerTo(2, () => undefined)
}

function writerTo(
  descriptor: 1 | 2,
  fail: (error: NodeJS.ErrnoException) => void,
): (text: string) => void {
  let stream: NodeJS.WriteStream | undefined
  const openStream = () => {
    if (stream) return stream
    stream = descriptor === 1 ? process.stdout : process.stderr
    stream.on('error', fail)
    return stream
  }
  if (isTerminalAt(descriptor)) openStream()
  return (text) => {
    if (stream) return void stream.write(text)
    let rest = Buffer.from(text)
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      // A full pipe that does not block.
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') openStream().write(rest)
      else fail(error as NodeJS.ErrnoException)
    }
  }
}

/** Ends the process with one line if an error is not caught. */
export function endOnUncaughtErrors(): void {
  process.on('uncaughtException', endWith)
}

function outputError(error: Error): ThroughlineError {
  const message = `the output cannot be written: ${error.message}`
  return new ThroughlineError('internal', message, { cause: error })
}

function endWith(error: Error): never {
  const columns = isTerminalAt(2) ? process.stderr.columns : undefined
  createErrorOutput()(errorText(error, process.argv.includes('--json'), columns))
  process.exit(1)
}
