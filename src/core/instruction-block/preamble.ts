/** What some hosts want at the top of a file before they read it in every session. */
const preambles: readonly (readonly [ending: string, preamble: string])[] = [
  ['.mdc', '---\ndescription: Memory of earlier sessions\nalwaysApply: true\n---\n'],
  ['.instructions.md', "---\napplyTo: '**'\n---\n"],
]

/** Of a file we make; one that is there has said already when it applies. */
export function preambleOf(file: string): string {
  return preambles.find(([ending]) => file.endsWith(ending))?.[1] ?? ''
}
