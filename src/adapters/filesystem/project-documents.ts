/** The documents of one project on disk. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProjectDocuments } from '../../core/ports/host-files.ts'
import { openInstructionFiles } from './instruction-files.ts'

export function openProjectDocuments(root: string): ProjectDocuments {
  return {
    ...openInstructionFiles({ workingFolder: root, allowed: [root] }),
    list: (folder) =>
      readdir(join(root, folder)).then(
        (names) => names.sort(),
        () => [],
      ),
  }
}
