/** For `.catch`: undefined if there is no such file; other errors are thrown again. */
export function undefinedIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
