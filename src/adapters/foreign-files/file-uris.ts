import { fileURLToPath } from 'node:url'
import type { Json } from '../../core/model/json.ts'
import { stringOf } from '../../core/model/json-values.ts'

/** Editors name folders by address. Undefined for one on another machine. */
export function pathOfUri(uri: Json | undefined): string | undefined {
  const given = stringOf(uri)
  if (given === undefined || !/^[\w+.-]{2,}:/.test(given)) return given
  try {
    return fileURLToPath(given)
  } catch {
    return undefined
  }
}
