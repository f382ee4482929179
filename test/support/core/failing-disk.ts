/** A disk that stops for good at some write, as when the process is killed there. */
import { appendFileSync, closeSync, fstatSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { type Disk, fingerprintOf, realDisk } from '../../../src/adapters/wiki-folder/disk.ts'
import type { WikiDisk } from './wiki.ts'

/** Files are not synced: no power is cut here. */
const quickDisk: Disk = {
  ...realDisk,
  async create(file, pieces) {
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      writeSync(descriptor, pieces.join(''))
      return fingerprintOf(fstatSync(descriptor))
    } finally {
      closeSync(descriptor)
    }
  },
  syncFolder: async () => undefined,
}

export const quickWikiDisk: WikiDisk = {
  disk: quickDisk,
  stateFiles: {
    write: async (file, pieces) => writeFileSync(file, pieces.join('')),
    append: async (file, text) => appendFileSync(file, text),
  },
  beforeEdit: () => undefined,
}

export class Killed extends Error {}

/** @param steps how many writes succeed; the next one takes effect, or half of it, before the kill */
export function failingAfter(steps: number, isDone: boolean): WikiDisk {
  let left = steps
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left === 0 && isDone) await work()
    if (left === 0) left = -1
    if (left < 0) throw new Killed()
    left -= 1
    return work()
  }
  const stepNow = (work: () => void) => {
    if (left === 0 && isDone) work()
    if (left === 0) left = -1
    if (left < 0) throw new Killed()
    left -= 1
    work()
  }
  return {
    disk: {
      create: (file, pieces) => {
        const text = pieces.join('')
        if (left === 0 && !isDone) writeFileSync(file, text.slice(0, text.length / 2))
        return step(() => quickDisk.create(file, pieces))
      },
      rename: (from, to) => step(() => quickDisk.rename(from, to)),
      remove: (file) => step(() => quickDisk.remove(file)),
      append: (file, text) => step(() => quickDisk.append(file, text)),
      makeFolder: quickDisk.makeFolder,
      syncFolder: quickDisk.syncFolder,
    },
    stateFiles: {
      // A state is replaced by a rename: it is the old one or the new one.
      write: (file, pieces) => step(async () => writeFileSync(file, pieces.join(''))),
      append: (file, text) => {
        if (left === 0 && !isDone) appendFileSync(file, text.slice(0, text.length / 2))
        return step(async () => appendFileSync(file, text))
      },
    },
    beforeEdit: () => stepNow(() => undefined),
  }
}
