import { spawnSync } from 'node:child_process'
import type { Environment } from '../../../home/config.ts'

/**
 * Those files of a folder that git would commit: `git check-ignore` exits 1 for them; no git, no
 * repository: other codes.
 */
export function seenByGit(
  files: readonly { readonly file: string }[],
  folder: string,
  env: Environment,
): string[] {
  const inside = files.map(({ file }) => file).filter((file) => file.startsWith(folder))
  return inside.filter((file) => {
    const options = { cwd: folder, env: { ...env } }
    return spawnSync('git', ['check-ignore', '--quiet', file], options).status === 1
  })
}
