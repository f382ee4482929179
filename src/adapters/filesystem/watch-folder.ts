import { watch } from 'node:fs'
import type { FolderWatch } from '../../core/ports/spool.ts'

/** Watches a folder without its subfolders. @param isOurs whether a change to this name matters */
export function watchFolder(
  folder: string,
  isOurs: (name: string) => boolean,
  onChange: () => void,
): FolderWatch {
  let isWorking = true
  try {
    const watcher = watch(folder, { persistent: false }, (_kind, name) => {
      if (name === null || isOurs(name)) onChange()
    })
    watcher.on('error', () => {
      isWorking = false
      watcher.close()
    })
    return { isWorking: () => isWorking, close: () => watcher.close() }
  } catch {
    return { isWorking: () => false, close() {} }
  }
}
