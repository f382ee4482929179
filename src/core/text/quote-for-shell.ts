/** As one word for a POSIX shell: inside single quotes it changes nothing except a single quote. */
export function quoteForShell(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}
