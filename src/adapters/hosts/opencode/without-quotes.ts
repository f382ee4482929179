/**
 * `opencode run` puts quotation marks round every argument with a space in it, and a backslash
 * before those within.
 */
export function withoutQuotes(prompt: string): string {
  const quoted = /^"((?:[^"]|(?<=\\)")* (?:[^"]|(?<=\\)")*)"$/.exec(prompt)?.[1]
  return quoted === undefined ? prompt : quoted.replaceAll('\\"', '"')
}
