/** For work that may fail, with undefined as the result: a file, a process, foreign JSON. */
export function tryTo<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
