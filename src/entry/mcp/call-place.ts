/** Which project a call is about, when the agent does not say. */
import { resolve } from 'node:path'
import { isAbsolutePath } from '../../core/model/folder-path.ts'
import { isJsonObject } from '../../core/model/json.ts'
import type { Tool } from './tool.ts'

/** Fills in the folder the server was started in; one it has not cannot be guessed. */
export function placeCall(
  { takesFolder }: Pick<Tool, 'takesFolder'>,
  given: unknown,
  { folder: home }: { readonly folder?: string | undefined },
): unknown {
  if (!isJsonObject(given)) return given
  const { folder, ...rest } = given
  // An agent that gives it with every call does no harm.
  if (!takesFolder) return rest
  if (folder === undefined) return home === undefined ? given : { ...given, folder: home }
  if (typeof folder !== 'string' || home === undefined || isAbsolutePath(folder)) return given
  return { ...given, folder: resolve(home, folder) }
}
