/** How a program is called, and tables of programs that are known to print only the project's own. */

/** A program as it is called, and what can be asked about its surroundings. */
export interface ProgramCall {
  /** Without the program itself. */
  readonly args: readonly string[]
  /** A here-document or here-string. */
  readonly input: string | undefined
  /** Its input is the output of another command. */
  readonly isFed: boolean
  isForeign(path: string): boolean
  /** Foreign, or a script that fetches. */
  bringsForeign(path: string): boolean
  holdsForeign(path: string): boolean
  /** The folders of the project. */
  readonly folders: readonly string[]
  /** Judges another program in the place of this one. */
  judge(args: readonly string[]): boolean
  judgeScript(script: string): boolean
  changeFolder(path: string): void
  assign(name: string, values: readonly string[]): void
  write(path: string, isAppended?: boolean): void
  /** Records a file whose content came from outside. */
  download(path: string): void
}

/** @returns whether the call brings in foreign text */
export type Program = (call: ProgramCall) => boolean

export interface ProgramTable {
  readonly programs: Map<string, Program>
  /** Programs that print nothing that is in a file: the folder they run in does not matter. */
  readonly quiet: Set<Program>
  add(names: string, program: Program): void
  addQuiet(names: string, program: Program): void
}

export function createTable(): ProgramTable {
  const programs = new Map<string, Program>()
  const quiet = new Set<Program>()
  const add = (names: string, program: Program) => {
    for (const name of words(names)) programs.set(name, program)
  }
  return {
    ...{ programs, quiet, add },
    addQuiet(names, program) {
      quiet.add(program)
      add(names, program)
    },
  }
}

export const words = (list: string) => list.split(/\s+/).filter((word) => word !== '')

export const splitOption = (option: string) =>
  option.startsWith('--') ? (/^([^=]*)(?:=(.*))?$/s.exec(option)?.slice(1) ?? []) : [option]

/** Options that name the folder a program works in. */
export const folderOption =
  /^(?:-C|--dir|--cwd|--prefix|--git-dir|--work-tree|--manifest-path|--directory|--project)$/

/** Where the first operand is. */
export function operandAt(args: readonly string[], valued: ReadonlySet<string>): number {
  let at = 0
  while (at < args.length && /^-./.test(args[at] ?? '')) at += valued.has(args[at] ?? '') ? 2 : 1
  return at
}

export function splitArguments(args: readonly string[], valued: ReadonlySet<string>) {
  const operands: string[] = []
  const values = new Map<string, string>()
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const [name = '', value] = splitOption(arg)
    if (!/^-./.test(arg)) operands.push(arg)
    else if (value !== undefined) values.set(name, value)
    else {
      // The last of several letters may take a value: `-so page.md`.
      const last = /^-\w+$/.test(arg) ? `-${arg.at(-1)}` : arg
      if (valued.has(last)) values.set(last, args[++at] ?? '')
    }
  }
  return { operands, values }
}
