/**
 * Reads a host's payload field by field. Fields that are not taken, including those of a wrong type,
 * become the event's `fields`.
 */
import type { Json, JsonObject } from '../../../core/model/json.ts'
import { sha256 } from '../../ids.ts'

export class PayloadFields {
  readonly #left: Map<string, Json>

  constructor(payload: JsonObject) {
    this.#left = new Map(Object.entries(payload))
  }

  peek(name: string): Json | undefined {
    return this.#left.get(name)
  }

  take(name: string): Json | undefined {
    const value = this.#left.get(name)
    this.#left.delete(name)
    return value
  }

  takeString(name: string): string | undefined {
    const value = this.#left.get(name)
    if (typeof value !== 'string') return undefined
    this.#left.delete(name)
    return value
  }

  /** For ids and paths, where an empty string means nothing. */
  takeNonEmptyString(name: string): string | undefined {
    return this.#left.get(name) === '' ? undefined : this.takeString(name)
  }

  takeNumber(name: string): number | undefined {
    const value = this.#left.get(name)
    if (typeof value !== 'number') return undefined
    this.#left.delete(name)
    return value
  }

  /** Takes the named fields that exist, as an object. */
  takeObject(names: readonly string[]): JsonObject {
    const present = names.filter((name) => this.#left.has(name))
    return Object.fromEntries(present.map((name) => [name, this.take(name) ?? null]))
  }

  left(): JsonObject {
    return Object.fromEntries(this.#left)
  }
}

/** For a payload without a session id. Two projects may have transcripts of the same file name. */
export function sessionOfTranscript(path: Json | undefined): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined
  return `transcript-${sha256(path).slice(0, 32)}`
}
