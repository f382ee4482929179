/** A command to copy that works on the given home, also if it is not the default one. */
import { join } from 'node:path'

/** @param command begins with `throughline` */
export function commandForHome(
  root: string,
  userHome: string,
  command: string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (root === join(userHome, '.throughline')) return command
  if (platform === 'win32')
    return `$env:THROUGHLINE_HOME='${root.replaceAll("'", "''")}'; ${command}`
  const isPlain = /^[\w@%+=:,./-]+$/.test(root)
  const quoted = isPlain ? root : `'${root.replaceAll("'", "'\\''")}'`
  return `THROUGHLINE_HOME=${quoted} ${command}`
}
