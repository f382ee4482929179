/** Recognises commands that check the work, or settle it. */
import type { DigestRun } from '../../contract/digest.ts'
import { withoutLaunchers } from './command-line.ts'

const testRunners = [
  /^(?:npm|pnpm|yarn|bun|composer)(?: -\S+)*(?: run(?:-script)?)? (?:t$|tests?\b)/,
  /^(?:vitest|jest|mocha|ava|jasmine|karma|pytest|py\.test|tox|nox|rspec|phpunit|pest|ctest|gotestsum|bats)\b/,
  /^(?:cargo(?: \+\S+)?|go|dotnet|swift|mix|flutter|dart|bazel|deno|playwright|rails|zig build|stack|cabal|lein) (?:test|nextest)\b/,
  /^(?:make|just|task|mise|rake|mvn|mvnw|gradle|gradlew|sbt|nx|turbo|invoke|python3? -m|python3? manage\.py|php artisan|xcodebuild)(?: \S+)*? (?:\S*:)?(?:tests?|pytest|unittest|verify|spec|check)(?:[:_-]\S*)?(?= |$)/,
  /^node (?:\S+ )*--test\b/,
]

export function isTestRun(command: string): boolean {
  const plain = plainCommand(command)
  return testRunners.some((runner) => runner.test(plain))
}

/** Strips launchers and the folder of the program. */
const plainCommand = (command: string) => withoutLaunchers(command).replace(/^(?:[\w.-]*\/)+/, '')

const scripts =
  '(?:npm|pnpm|yarn|bun|composer|make|just|task|mise|rake|mvn|mvnw|gradle|gradlew|sbt|nx|turbo|cargo(?: \\+\\S+)?|go|dotnet|swift|zig|poetry|uv|deno|next|vite|hugo|docker(?: compose)?|bazel|python3? -m)'
const scripted = (names: string) =>
  new RegExp(
    `^${scripts}(?: -\\S+)*(?: run(?:-script)?)?(?: -\\S+)* (?:\\S*:)?(?:${names})(?:[:_-]\\S*)?(?= |$)`,
  )

const otherChecks: readonly (readonly [CheckKind, RegExp])[] = [
  ['types', scripted('type-?check|types|vet')],
  ['types', /^(?:tsc\b.*--noEmit|mypy|pyright|vue-tsc --noEmit)\b/],
  ['build', scripted('build|compile|all|package')],
  ['build', /^(?:tsc|vue-tsc|webpack|rollup|esbuild|javac|gcc|clang|cmake --build|ninja)\b/],
  ['lint', scripted('lint|fmt|format|clippy|check')],
  [
    'lint',
    /^(?:eslint|biome|ruff|golangci-lint|rubocop|prettier|shellcheck|stylelint|black|gofmt)\b/,
  ],
  ['install', scripted('install|ci|sync')],
  ['install', /^(?:pip3?|bundle|brew|gem) install\b/],
]

/** A commit settles work. */
export function isCommit({ command, outcome }: DigestRun): boolean {
  return outcome !== 'failed' && commits.test(command)
}

const commits = /\bgit (?:-\S+ \S+ )*commit\b|\bgh pr (?:create|merge)\b/

export type CheckKind = 'tests' | 'build' | 'types' | 'lint' | 'install'

/** @param command one or several, joined by `&&` @returns an empty list if it checks nothing */
export function checksOf(command: string): CheckKind[] {
  const parts = command.split(/ && /).map(plainCommand)
  const found = parts.flatMap((part): CheckKind[] => {
    if (isTestRun(part)) return ['tests']
    const check = otherChecks.find(([, pattern]) => pattern.test(part))?.[0]
    return check === undefined ? [] : [check]
  })
  return [...new Set(found)]
}
