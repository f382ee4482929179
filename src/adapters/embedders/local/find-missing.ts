/** What the local model needs and the home lacks, and how to remove it again. */
import { globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddingSettings } from '../open-embedder.ts'
import { downloadModel, isDownloaded, modelBytes } from './download-model.ts'
import { installLibrary, libraryBytes } from './install-library.ts'
import { findLibrary, libraryName } from './local.ts'

interface Part {
  readonly name: string
  readonly bytes: number
  install(signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void>
}

/** @param folder the home's folder of models */
export function findMissing(
  folder: string,
  { url, folder: ownFolder }: Pick<EmbeddingSettings, 'url' | 'folder'>,
): Part[] {
  const library: Part = {
    ...{ name: libraryName, bytes: libraryBytes },
    install: (signal) => installLibrary(folder, signal),
  }
  const model: Part = {
    ...{ name: 'all-MiniLM-L6-v2', bytes: modelBytes },
    install: (signal, onProgress) => downloadModel(folder, { url, signal, onProgress }),
  }
  const hasModel = ownFolder !== '' || isDownloaded(folder)
  return [...(findLibrary(folder) ? [] : [library]), ...(hasModel ? [] : [model])]
}

/** @returns the number of bytes freed */
export function removeModels(folder: string): number {
  const entries = globSync('**', { cwd: folder, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => {
    return sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
  rmSync(folder, { recursive: true, force: true })
  return bytes
}
