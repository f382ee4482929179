/** Files as memories and the search index name them. */
import { comparablePath, isAbsolutePath, isWithin } from '../model/folder-path.ts'

/** From the project's folder where the file is below it, else as it was given. */
export function projectPath(file: string, root: string | undefined): string {
  if (!isAbsolutePath(file)) return file.replace(/^(\.\/+)+/, '')
  if (root === undefined || !isWithin(file, root)) return file
  return comparablePath(file).slice(comparablePath(root).length + 1) || file
}
