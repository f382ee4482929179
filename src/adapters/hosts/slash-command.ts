/** A path such as `/tmp/x` begins with a slash as well, but its first word does not end there. */
export function isSlashCommand(prompt: string): boolean {
  return /^\/[\w:.-]+(\s|$)/.test(prompt)
}
