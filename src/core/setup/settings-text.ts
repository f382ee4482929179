/** The text of a settings file, and plain errors for files that cannot be used. */
import { ThroughlineError } from '../../contract/errors.ts'

/** Keeps the byte order mark, so that the text encodes to the same bytes again. */
export function decodeSettings(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new ThroughlineError('malformed-settings', `${file} is not UTF-8 text`, {
      hint: 'save the file as UTF-8 and run the command again; nothing was changed',
      cause,
    })
  }
}

export function settingsFault(file: string, error: unknown): ThroughlineError {
  if (error instanceof ThroughlineError) return error
  const code = codeOf(error)
  const [problem, hint] = faults[code] ?? [
    `cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    'check the path and the disk, and run the command again',
  ]
  const kind = code === 'EISDIR' || code === 'ENOTDIR' ? 'malformed-settings' : 'invalid-input'
  return new ThroughlineError(kind, `${file} ${problem}`, { hint, cause: error })
}

const faults: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  EISDIR: ['is a folder, not a settings file', 'move the folder away and run the command again'],
  ENOTDIR: [
    'cannot exist: a part of its path is a file',
    'move that file away and run the command again',
  ],
  EACCES: ['may not be read or written by you', 'check the permissions of the file and its folder'],
  EPERM: ['may not be read or written by you', 'check the permissions of the file and its folder'],
  EROFS: [
    'is on a read-only file system',
    'if another tool generates this file, make the change there; --dry-run shows it',
  ],
  ELOOP: ['is a symbolic link that leads to itself', 'correct the link and run the command again'],
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Other programs write these files too, for example while we ask the user. */
export async function refuseIfChanged(
  planned: readonly { readonly file: string; readonly before: string | undefined }[],
  files: { read(file: string): Promise<string | undefined> },
): Promise<void> {
  for (const { file, before } of planned) {
    if ((await files.read(file)) === before) continue
    throw new ThroughlineError('conflict', `another program has just changed ${file}`, {
      hint: 'run the command again; nothing was changed',
    })
  }
}

const byteOrderMark = '\uFEFF'

export function splitMark(text: string): { mark: string; text: string } {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  return { mark, text: text.slice(mark.length) }
}
