/**
 * What a file holds, without its words.
 * @returns undefined when there is no such file, none that can be read, or a very long one
 */
export type MeasureFile = (
  path: string,
) => Promise<{ readonly hash: string; readonly bytes: number } | undefined>
