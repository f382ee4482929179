/** Installs the hook's shell script in the home folder and fills in its paths. */
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { stdinLimitMs } from '../../core/model/spool-file.ts'
import { quoteForShell } from '../../core/text/safe-text.ts'
import type { HomePaths } from '../../home/paths.ts'
import { programFile } from '../../home/program-files.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'

export interface HookTargets {
  /** Absolute, because hosts run hooks with a different PATH. */
  readonly node: string
  readonly entry: string
  /** The folder of installed versions; if set, hooks run the entry of the version in use. */
  readonly versions?: string
  /** Folders with `cat`, `mv` and `grep`, instead of the PATH that hooks inherit. */
  readonly systemPath?: string
  /** `HOST/EVENT` of hooks that answer; all others only capture. */
  readonly answering: readonly string[]
  /** `HOST/EVENT` of hooks that answer only commands that may settle work. */
  readonly settling?: readonly string[]
  /** `HOST/EVENT` of hooks that answer only failed commands. */
  readonly failing?: readonly string[]
  /** `HOST/EVENT` of hooks that answer only tool calls on files with memories. */
  readonly touching?: readonly string[]
  /** `HOST/EVENT` of hooks that answer only tool calls with a rule, after they ran. */
  readonly using?: readonly string[]
  /** `HOST/EVENT` of hooks that answer only such calls, before they run, and capture nothing. */
  readonly announcing?: readonly string[]
  /** `HOST/EVENT` of hooks that answer only for guards. */
  readonly guarding?: readonly string[]
}

type Place = Pick<HomePaths, 'root' | 'bin' | 'hook'>

const template = programFile('entry/hook/throughline-hook.sh')
const executable = 0o700

/** @returns whether anything changed */
export function installHook(place: Place, targets: HookTargets): boolean {
  if (hookIsCurrent(place, targets)) return false
  makeFolder(place.bin)
  writeFileAtomically(place.hook, renderHook(place.root, targets), { mode: executable })
  chmodSync(place.hook, executable)
  return true
}

export function hookIsCurrent(place: Place, targets: HookTargets): boolean {
  const found = statSync(place.hook, { throwIfNoEntry: false })
  if (!found?.isFile()) return false
  const isExecutable = process.platform === 'win32' || (found.mode & 0o777) === executable
  return isExecutable && readFileSync(place.hook, 'utf8') === renderHook(place.root, targets)
}

function renderHook(root: string, targets: HookTargets): string {
  const values: Record<string, string> = {
    '@home@': root,
    '@path@': targets.systemPath ?? systemPath,
    '@node@': targets.node,
    '@entry@': targets.versions === undefined ? targets.entry : '',
    '@versions@': targets.versions ?? '',
    '@answering@': listOf(targets.answering),
    '@settling@': listOf(targets.settling ?? []),
    '@settled@': settlingCommand,
    '@failing@': listOf(targets.failing ?? []),
    '@failed@': failedCall,
    '@touching@': listOf(targets.touching ?? []),
    '@using@': listOf(targets.using ?? []),
    '@announcing@': listOf(targets.announcing ?? []),
    '@guarding@': listOf(targets.guarding ?? []),
    '@patience@': String(stdinLimitMs / 1000),
  }
  return readFileSync(template, 'utf8').replace(/@[a-z]+@/g, (name) =>
    name in values ? quoteForShell(values[name] ?? '') : name,
  )
}

/** The last two are for Homebrew and NixOS. */
const systemPath = '/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin:/run/current-system/sw/bin'

const inText = '([^"\\\\]|\\\\.)*'
const check =
  '(^|[^a-z])(test|tests|check|lint|build|typecheck|tsc|vitest|jest|pytest|mypy|ruff|eslint|clippy|vet|spec)([^a-z]|$)'

/** In the `command` of a tool's input, as JSON. Matches more than `settling`, which decides. */
const settlingCommand = `"(command|cmd)" ?: ?"${inText}(git [^"]*commit|gh pr create|glab mr create|${check})`

/**
 * An error, an exit code or, since Codex reports neither, a check whose output contains a
 * complaint. Matches more than `failedCommand`, which decides.
 */
const failedCall = [
  '"error" ?: ?["{]',
  '"exit" ?: ?(null|-?[1-9])',
  '\\\\nExit Code: -?[1-9]',
  `"command" ?: ?"${inText}${check}.*"tool_response" ?: ?"${inText}([Ee]rror|ERR|FAIL|fail|✗|✕|×|✖|:[0-9]+:[0-9]+:|[(][0-9]+,[0-9]+[)]:)`,
].join('|')

function listOf(names: readonly string[]): string {
  const plain = names.filter((name) => /^[A-Za-z0-9_-]+\/[A-Za-z0-9_-]+$/.test(name))
  return ` ${plain.join(' ')} `
}
