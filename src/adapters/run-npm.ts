/** Runs npm, which knows the machine's registry, proxy and certificates. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface NpmOptions {
  readonly cwd: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** @returns npm's error message if it failed */
export async function runNpm(
  args: readonly string[],
  { cwd, timeoutMs: timeout, signal }: NpmOptions,
): Promise<{ readonly kind: 'done' } | NpmFailure> {
  try {
    // On Windows npm is a cmd script, so arguments must contain nothing special to cmd.
    const options = { cwd, timeout, signal, shell: process.platform === 'win32' }
    await promisify(execFile)('npm', [...args, '--loglevel=error'], options)
    return { kind: 'done' }
  } catch (cause) {
    return { kind: 'failed', why: wordsOf(cause), cause }
  }
}

export interface NpmFailure {
  readonly kind: 'failed'
  readonly why: string
  readonly cause: unknown
}

function wordsOf(cause: unknown): string {
  const { stderr = '', message = '' } = (cause ?? {}) as { stderr?: string; message?: string }
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
  const why = lines.find((line) => line !== '' && !/^(?:code|errno|syscall) /.test(line))
  return why ?? message
}
