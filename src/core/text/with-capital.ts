/** Begins a sentence with a capital letter. A name keeps its spelling: `snake_case`, `src/app.ts`, `gitOps`. */
export function withCapital(text: string): string {
  const first = /^[^\s,:;]+/.exec(text)?.[0] ?? ''
  const isName = /[`_/.\d@]|\p{Ll}\p{Lu}/u.test(first)
  return isName ? text : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}
