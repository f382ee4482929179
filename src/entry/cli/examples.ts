/** The examples that every command's help ends with. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ throughline ${line}\n`).join('')}`
}
