/**
 * A settings file as layers: the original, then what each setup added. Removing a layer restores the
 * bytes below it, unless another program wrote the file since; then `strip` removes our entries.
 */
import type { Hash } from '../model/content-key.ts'
import type { SettingsLayer } from '../ports/host-files.ts'
import { applyReversePatch, reversePatch } from '../text/line-diff.ts'

export interface LayeredText {
  /** Undefined when there is no file. */
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

/** @param strip edits the owner's entries out of a text */
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
