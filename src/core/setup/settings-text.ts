/** The text of a settings file, and plain errors for files that cannot be used. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Hash } from '../model/content-key.ts'
import type { SettingsLayer } from '../ports/host-files.ts'
import { applyReversePatch, reversePatch } from '../text/line-diff.ts'

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

/** A settings file as layers: the original, then what each setup added. */
export interface LayeredText {
  /** Undefined if there is no file. */
  readonly text: string | undefined
  readonly layers: readonly SettingsLayer[]
}

export function addLayer(
  below: LayeredText,
  owner: string,
  written: string,
  hash: Hash,
): SettingsLayer[] {
  return [...below.layers, layerOver(below.text, owner, written, hash)]
}

/**
 * Restores the bytes below the layer. If another program wrote the file since, uses `strip`.
 * @param strip removes the owner's entries from a text
 */
export function removeLayer(
  { text, layers }: LayeredText,
  owner: string,
  strip: (text: string) => string,
  hash: Hash,
): LayeredText {
  if (text === undefined) return { text, layers: [] }
  const index = layers.findIndex((layer) => layer.owner === owner)
  const levels = index < 0 ? undefined : levelsOf(text, layers.slice(index), hash)
  if (!levels) return { text: strip(text), layers: layers.filter((layer) => layer.owner !== owner) }

  const [below, , ...above] = levels
  let base = below
  const moved = above.map((level, position) => {
    const written = strip(level ?? '')
    const layer = layerOver(base, layers[index + 1 + position]?.owner ?? '', written, hash)
    base = written
    return layer
  })
  return { text: base, layers: [...layers.slice(0, index), ...moved] }
}

/** The text below the layers, then that of each; undefined if the text is not the one we wrote. */
function levelsOf(
  text: string,
  layers: readonly SettingsLayer[],
  hash: Hash,
): (string | undefined)[] | undefined {
  const levels: (string | undefined)[] = [text]
  for (const { writtenHash, wayBack } of layers.toReversed()) {
    const upper = levels[0]
    if (upper === undefined || hash(upper) !== writtenHash) return undefined
    levels.unshift(wayBack === null ? undefined : applyReversePatch(upper, wayBack))
  }
  return levels
}

function layerOver(
  below: string | undefined,
  owner: string,
  written: string,
  hash: Hash,
): SettingsLayer {
  const wayBack = below === undefined ? null : reversePatch(below, written)
  return { owner, writtenHash: hash(written), wayBack }
}
