/** The list of texts by which the hook recognises files that memories are about, one a line. */
import { rmSync } from 'node:fs'
import type { HomePaths } from '../../home/paths.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'

/** To `grep`, an empty line is found everywhere. Without texts there is no file. */
export function writeTriggers(
  { run, fileTriggers }: Pick<HomePaths, 'run' | 'fileTriggers'>,
  triggers: readonly string[],
): void {
  const lines = triggers.filter((text) => text !== '' && !/[\n\r\0]/.test(text))
  if (lines.length === 0) {
    rmSync(fileTriggers, { force: true, recursive: true })
    return
  }
  makeFolder(run)
  writeFileAtomically(fileTriggers, `${lines.join('\n')}\n`)
}
