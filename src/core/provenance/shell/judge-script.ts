/** Decides whether a shell script prints text from outside the project, and which files it writes. */
import type { WrittenFile } from '../../ports/capture-store.ts'
import { createPlaces, notKnown, type Places } from '../places.ts'
import { type ProgramCall, reachesOut } from './program-call.ts'
import { findProgram, isQuiet, namesElsewhere } from './programs.ts'
import { readScript } from './read-script.ts'
import type { ShellCommand, ShellStep, ShellWord } from './read-word.ts'
import { runsFile } from './running-programs.ts'

export interface ScriptPlace {
  /** Where the script runs. */
  readonly cwd: string | undefined
  /** The project's folders, absolute. */
  readonly folders: readonly string[]
  /** What the session wrote before. */
  readonly written: readonly WrittenFile[]
}

export interface ScriptJudgement {
  readonly isForeign: boolean
  readonly written: readonly WrittenFile[]
}

export function judgeScript(script: string, place: ScriptPlace): ScriptJudgement {
  const written = [...place.written]
  const places = createPlaces(place.folders, () => written)
  const { cwd, folders } = place
  const variables = new Map<string, readonly string[]>([
    ['HOME', [places.resolve('~', undefined) ?? notKnown]],
    ['CLAUDE_PROJECT_DIR', folders.slice(0, 1)],
    ...['TMPDIR', 'TEMP', 'TMP'].map((name) => [name, ['/tmp']] as const),
  ])
  const run: Run = {
    ...{ places, written, folders, variables },
    folder: cwd,
    back: cwd,
    functions: new Set(),
    left: mostSteps,
  }
  const isForeign = judgeText(script, run, 0)
  return { isForeign, written: written.slice(place.written.length) }
}

const mostSteps = 2_000
const deepest = 12

interface Run {
  readonly places: Places
  readonly written: WrittenFile[]
  readonly folders: readonly string[]
  /** The shell's current folder; undefined if unknown. */
  folder: string | undefined
  /** The target of `cd -`. */
  back: string | undefined
  variables: Map<string, readonly string[]>
  readonly functions: Set<string>
  /** How many more commands to judge. */
  left: number
}

function judgeText(script: string, run: Run, depth: number): boolean {
  const steps = depth > deepest ? undefined : readScript(script, run.places)
  return steps === undefined || judgeSteps(steps, run, depth)
}

/** Whether a script brings in foreign text when it runs. */
export function isFetching(path: string, text: string, place: ScriptPlace): boolean {
  if (/\.(?:sh|bash|zsh)$/.test(path) || /^#!.*\b(?:ba|z)?sh\b/.test(text)) {
    return judgeScript(text, place).isForeign
  }
  return /\.(?:[cm]?[jt]s|py|rb|pl|php|lua)$|(?:^|\/)[^./]*$/.test(path) && reachesOut(text)
}

/** If one command is foreign, so are all files of its pipeline. */
interface Pipeline {
  readonly number: number
  isForeign: boolean
  readonly writes: PipelineFile[]
}

interface PipelineFile {
  readonly path: string
  readonly isAppended: boolean
  /** The written text, if the script contains it. */
  readonly text: string | undefined
}

function judgeSteps(steps: readonly ShellStep[], run: Run, depth: number): boolean {
  const outer: Pick<Run, 'folder' | 'back' | 'variables'>[] = []
  let isForeign = false
  let current: Pipeline = { number: -1, isForeign: false, writes: [] }
  const finish = () => {
    for (const { path, isAppended, text } of current.writes) {
      const place = { ...run, cwd: run.folder }
      if (current.isForeign) note(run, path, 'foreign')
      else if (text !== undefined && isFetching(path, text, place)) note(run, path, 'fetching')
      else if (!isAppended) note(run, path, 'own')
    }
  }
  for (const step of steps) {
    if (step.kind === 'enter') {
      outer.push({ folder: run.folder, back: run.back, variables: new Map(run.variables) })
    } else if (step.kind === 'leave') {
      Object.assign(run, outer.pop())
    } else if (step.kind === 'function') {
      run.functions.add(step.name)
    } else {
      if (step.pipeline !== current.number) {
        finish()
        // It ends a loop or a group, so its input is all earlier output.
        const isOfGroup = step.isFed || step.words.length === 0
        current = { number: step.pipeline, isForeign: isOfGroup && isForeign, writes: [] }
      }
      if (judgeCommand(step, run, current.writes, depth)) current.isForeign = isForeign = true
    }
  }
  finish()
  return isForeign
}

function note(run: Run, path: string, content: WrittenFile['content']): void {
  const absolute = run.places.resolve(path, run.folder)
  if (absolute === undefined || /^\/dev\/(?!shm\/)/.test(absolute)) return
  run.written.push({ path: path.endsWith('/') ? `${absolute}/` : absolute, content })
}

function judgeCommand(
  command: ShellCommand,
  run: Run,
  writes: PipelineFile[],
  depth: number,
): boolean {
  if (run.left-- <= 0 || command.words.length > mostWords) return true
  const { assignments, words, reads, appends, input } = command
  const files = [...reads, ...command.writes, ...appends]
  const values = assignments.flatMap((each) => each.values)
  let isForeign = scriptsIn([...words, ...files, ...values, ...(input ? [input] : [])]).some(
    (steps) => judgeSteps(steps, inside(run), depth + 1),
  )
  for (const path of reads.flatMap((word) => expand(word, run))) {
    if (run.places.isForeign(path, run.folder)) isForeign = true
  }
  const text = input && fill(input, run)[0]
  for (const [written, isAppended] of [
    [command.writes, false],
    [appends, true],
  ] as const) {
    const paths = written.flatMap((word) => expand(word, run))
    writes.push(...paths.map((path) => ({ path, isAppended, text })))
  }
  for (const { name, values } of assignments) {
    const filled = values.flatMap((word) => expand(word, run)).slice(0, mostValues)
    const isLong = filled.some((value) => value.length > longestVariable)
    run.variables.set(name, isForeign ? [fetched] : isLong ? [notKnown] : filled)
  }
  const args = words.flatMap((word) => expand(word, run))
  if ([...args, text].some((each) => each?.includes(fetched))) isForeign = true
  return judgeProgram(args, { text, isFed: command.isFed }, run, writes, depth) || isForeign
}

/** The value of a variable set to foreign text. */
const fetched = '\u0001'

/** Changes of folder and variables by a script inside a word end with that word. */
const inside = (run: Run): Run => ({ ...run, variables: new Map(run.variables) })

const scriptsIn = (words: readonly ShellWord[]) =>
  words.flat().flatMap((part) => (part.kind === 'script' ? [part.steps] : []))

const mostValues = 50
const longestValue = 200_000
const longestVariable = 4_000
const mostWords = 2_000

/** The possible values of a word, with its variables filled in. */
function expand(word: ShellWord, run: Run): string[] {
  return fill(word, run).flatMap(expandBraces).slice(0, mostValues)
}

function fill(word: ShellWord, run: Run): string[] {
  let values = ['']
  for (const part of word) {
    const ends =
      part.kind === 'text'
        ? [part.text]
        : part.kind === 'script'
          ? [namesPlaces(part.steps, run) ? notKnown : 'derived']
          : valuesOf(part.name, part.isWhole, run)
    values = values.flatMap((value) => ends.map((end) => value + end)).slice(0, mostValues)
    if (values.some((value) => value.length > longestValue)) return [notKnown]
  }
  return values
}

/** One pair of braces: `{a,b}.md`. */
function expandBraces(value: string): string[] {
  const found = /^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/.exec(value)
  if (!found) return [value]
  const [, before = '', inner = '', after = ''] = found
  return inner.split(',').map((each) => before + each + after)
}

function valuesOf(name: string, isWhole: boolean, run: Run): readonly string[] {
  // A function's arguments are judged at the call.
  if (/^(?:\d|[@*])$/.test(name)) return ['derived']
  if (/^[#?$!-]$/.test(name) || name === '_') return ['0']
  if (name === 'PWD') return [run.folder ?? notKnown]
  const values = run.variables.get(name)
  if (values === undefined || !isWhole)
    return [values?.some((value) => value.startsWith(notKnown)) === false ? 'derived' : notKnown]
  return values.length === 0 ? [''] : values
}

/** Whether the script's output may be a path outside the project. */
function namesPlaces(steps: readonly ShellStep[], run: Run): boolean {
  return steps.some((step) => {
    if (step.kind !== 'command') return false
    const [program = '', ...args] = step.words.flatMap((word) => expand(word, run))
    if (
      namesElsewhere.has(program) ||
      /^(?:go (?:env|list)|npm (?:root|prefix)|pnpm root|yarn global)/.test(
        [program, ...args].join(' '),
      )
    )
      return true
    return args.some((arg) => /^[~/]|\.\.\//.test(arg) && run.places.isForeign(arg, run.folder))
  })
}

interface Input {
  readonly text: string | undefined
  readonly isFed: boolean
}

function judgeProgram(
  words: readonly string[],
  input: Input,
  run: Run,
  writes: PipelineFile[],
  depth: number,
): boolean {
  const [name, ...args] = words
  if (name === undefined) return false
  if (depth > deepest || name.startsWith(notKnown)) return true
  const call: ProgramCall = {
    args,
    input: input.text,
    isFed: input.isFed,
    folders: run.folders,
    isForeign: (path) => run.places.isForeign(path, run.folder),
    bringsForeign: (path) => run.places.bringsForeign(path, run.folder),
    holdsForeign: (path) => run.places.holdsForeign(path, run.folder),
    judge: (inner) => judgeProgram(inner, input, run, writes, depth + 1),
    judgeScript: (script) => judgeText(script, run, depth + 1),
    changeFolder: (path) => changeFolder(run, path),
    assign: (variable, values) => run.variables.set(variable, values.slice(0, mostValues)),
    write: (path, isAppended = false) => writes.push({ path, isAppended, text: input.text }),
    download: (path) => note(run, path, 'foreign'),
  }
  const isForeign = judgeNamed(name, call, run)
  if (isForeign) for (const path of outputsOf(words)) note(run, path, 'foreign')
  return isForeign
}

const systemFolder = /^(?:\/usr(?:\/local)?\/s?bin|\/s?bin|\/opt\/homebrew\/bin)\/([^/]+)$/

function judgeNamed(name: string, call: ProgramCall, run: Run): boolean {
  const plain = systemFolder.exec(name)?.[1] ?? name
  if (run.functions.has(plain)) return call.args.some(call.holdsForeign)
  if (plain.includes('/')) return runsFile(plain, call)
  const program = findProgram(plain)
  if (program === undefined) return true
  const { folder } = run
  if (program(call)) return true
  // Any other program prints from the folder it runs in.
  return !isQuiet(program) && folder !== undefined && run.places.isElsewhere(folder)
}

function changeFolder(run: Run, path: string): void {
  const target = path === '-' ? run.back : run.places.resolve(path, run.folder)
  run.back = run.folder
  run.folder = target ?? notKnown
}

const outputOption =
  /^(?:-\w*[oODdPC]|--out(?:put)?(?:-\w+)*|--dir(?:ectory)?(?:-\w+)?|--dest(?:ination)?|--outfile|--target)$/
const remoteName = /^[\w+.-]+:\/\/|^[\w.@-]+:|^[\w.-]+\.[a-z]{2,}\//i
const pathLike = /^[\w@~+-]*[./][\w@~+./-]*$/

/** The files that a program bringing in foreign text may have written. */
function outputsOf(words: readonly string[]): string[] {
  const named = words.flatMap((word, at) => {
    const [, option = '', value] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(word) ?? []
    const path = value ?? words[at + 1] ?? ''
    return outputOption.test(option) && pathLike.test(path) ? [path, `${path}/`] : []
  })
  const [program = '', ...args] = words
  const operands = args.filter((word) => !word.startsWith('-'))
  const source = operands.findLast((word) => remoteName.test(word))
  const base = /([^/:?#]+)\/*(?:[?#].*)?$/.exec(source ?? '')?.[1]
  const target = operands.at(-1)
  const isCopied = source !== undefined && target !== undefined && target !== source
  const isSaved =
    program === 'wget' || words.some((word) => /^-\w*[OJ]\w*$|^--remote-name/.test(word))
  const copied = /^\.?\/?$/.test(target ?? '') ? [base ?? '.'] : [target ?? '.']
  return [
    ...named,
    ...(isSaved && base !== undefined ? [base] : []),
    ...(isCopied || program === 'degit' ? copied.flatMap((path) => [path, `${path}/`]) : []),
  ]
}
