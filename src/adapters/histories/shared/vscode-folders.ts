/** Where Visual Studio Code and the editors made from it keep a user's data. */
import { join } from 'node:path'
import type { HistoryPlace } from '../../../core/ports/history-source.ts'

/** @param editors such as `Code` or `Cursor` */
export function vscodeFolders(
  { userHome, env }: Pick<HistoryPlace, 'userHome' | 'env'>,
  editors: readonly string[],
): string[] {
  const parents = [
    env.XDG_CONFIG_HOME ?? join(userHome, '.config'),
    join(userHome, 'Library', 'Application Support'),
    env.APPDATA ?? join(userHome, 'AppData', 'Roaming'),
  ]
  return parents.flatMap((parent) => editors.map((editor) => join(parent, editor, 'User')))
}
