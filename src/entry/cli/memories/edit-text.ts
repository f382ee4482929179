/** Edits a text in the user's editor. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'

export function canEdit({ isTerminal, input }: CliContext): boolean {
  return isTerminal && input?.isTerminal === true
}

/**
 * If `use` fails, the file stays and the error says where it is, so that no text is lost.
 * @param note a comment above the text
 */
export async function withEditedText<T>(
  context: CliContext,
  { text, note }: { readonly text: string; readonly note: string },
  use: (written: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(context.env.TMPDIR || tmpdir(), 'throughline-'))
  const file = join(folder, 'memory.txt')
  const header = `# ${note}`
  let isWritten = false
  try {
    writeFileSync(file, `${header}\n${text}\n`, { mode: 0o600 })
    await openEditor(context, file)
    const written = withoutLine(readFileSync(file, 'utf8'), header)
    isWritten = written !== ''
    const result = await use(written)
    isWritten = false
    return result
  } catch (error) {
    throw isWritten ? keeping(error, file) : error
  } finally {
    if (!isWritten) rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes the note only: the text may have other lines that begin with `#`. */
function withoutLine(text: string, note: string): string {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== note)
    .join('\n')
    .trim()
}

/** Through the shell, as git does: `EDITOR="code --wait"` includes an argument. */
async function openEditor({ env }: CliContext, file: string): Promise<void> {
  const isWindows = process.platform === 'win32'
  const editor = env.VISUAL || env.EDITOR || (isWindows ? 'notepad' : 'vi')
  const options = { stdio: 'inherit', env: { ...env } } as const
  // Ctrl-C goes to the editor.
  const ignore = () => undefined
  process.on('SIGINT', ignore)
  try {
    const child = isWindows
      ? spawn(`${editor} "${file}"`, { ...options, shell: true })
      : spawn('sh', ['-c', `${editor} "$@"`, editor, file], options)
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    if (code === 0) return
    throw new ThroughlineError('internal', `the editor "${editor}" ended with ${code ?? signal}`, {
      hint: 'nothing was changed; VISUAL or EDITOR says which editor to use',
    })
  } finally {
    process.off('SIGINT', ignore)
  }
}

function keeping(error: unknown, file: string): unknown {
  if (!(error instanceof ThroughlineError)) return error
  const kept = `what you wrote is kept in ${file}`
  return new ThroughlineError(error.code, error.message, {
    hint: error.hint ? `${error.hint}; ${kept}` : kept,
    cause: error,
  })
}
