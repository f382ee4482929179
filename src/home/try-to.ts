/** For what may fail, and then just is not there: a file, a process, somebody's JSON. */
export function tryTo<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
