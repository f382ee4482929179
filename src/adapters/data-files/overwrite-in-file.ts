/** Finds bytes in a file of any size, and overwrites them in their place. */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'

const chunkBytes = 4 * 1024 * 1024
const filler = '*'

export function countInFile(file: string, forms: readonly Buffer[]): number {
  return withFile(file, constants.O_RDONLY, (descriptor) => findAll(descriptor, forms).length)
}

/** @returns how often it was there */
export function overwriteInFile(file: string, forms: readonly Buffer[]): number {
  if (countInFile(file, forms) === 0) return 0
  return withFile(file, constants.O_RDWR, (descriptor) => {
    const places = findAll(descriptor, forms)
    for (const { at, length } of places) {
      writeSync(descriptor, Buffer.from(filler.repeat(length)), 0, length, at)
    }
    return places.length
  })
}

interface Place {
  readonly at: number
  readonly length: number
}

/** Chunks overlap, so that what lies across two of them is found as well. */
function findAll(descriptor: number, forms: readonly Buffer[]): Place[] {
  const overlap = Math.max(...forms.map(({ length }) => length)) - 1
  const buffer = Buffer.alloc(chunkBytes + overlap)
  const places = new Map<number, Place>()
  for (let start = 0; ; start += chunkBytes) {
    const read = readSync(descriptor, buffer, 0, buffer.length, start)
    if (read === 0) break
    const chunk = buffer.subarray(0, read)
    for (const form of forms) {
      for (let at = chunk.indexOf(form); at >= 0; at = chunk.indexOf(form, at + form.length)) {
        places.set(start + at, { at: start + at, length: form.length })
      }
    }
  }
  return [...places.values()]
}

/** A file may be gone by now; that is as good as one without the text. */
function withFile(file: string, flags: number, work: (descriptor: number) => number): number {
  let descriptor: number
  try {
    descriptor = openSync(file, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
  try {
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
