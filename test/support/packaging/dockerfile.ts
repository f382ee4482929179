/** The instructions of a Dockerfile, for tests that follow them without an engine. */

export interface Instruction {
  /** The stage's name; empty for the last one. */
  readonly stage: string
  readonly name: string
  readonly text: string
}

export function parseDockerfile(source: string): Instruction[] {
  let stage = ''
  return source
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', text = ''] = /^(\w+) +(.+)$/.exec(line) ?? []
      if (name === 'FROM') stage = / AS (\w+)$/.exec(text)?.[1] ?? ''
      return { stage, name, text }
    })
}

/** The list of an instruction such as `CMD ["a", "b"]`, with options such as --interval left out. */
export function execForm(instructions: readonly Instruction[], name: string): string[] {
  const found = instructions.find((each) => each.stage === '' && each.name === name)
  if (!found) throw new Error(`the image has no ${name}`)
  return JSON.parse(found.text.slice(found.text.indexOf('['))) as string[]
}
