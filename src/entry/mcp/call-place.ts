/** Which project a call is about, when the agent does not say. */
import { isAbsolute, resolve } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import { isAbsolutePath } from '../../core/project/folder-path.ts'
import type { Tool } from './tool.ts'

/** Fills in the folder the server was started in; one it has not cannot be guessed. */
export function placeCall(
  { takesFolder }: Pick<Tool, 'takesFolder'>,
  given: unknown,
  { folder: home }: { readonly folder?: string | undefined },
): unknown {
  if (!takesFolder || typeof given !== 'object' || given === null) return given
  const folder = 'folder' in given ? given.folder : undefined
  if (folder === undefined) return home === undefined ? given : { ...given, folder: home }
  if (typeof folder !== 'string' || isAbsolute(folder) || isAbsolutePath(folder)) return given
  if (home !== undefined) return { ...given, folder: resolve(home, folder) }
  throw new ThroughlineError('invalid-input', `folder "${folder}" is not an absolute path`, {
    hint: 'this server has no working folder of its own',
  })
}
