/** Recognises commands that check the work. */

const launchers =
  /^(?:(?:\w+=\S*|sudo|time|nice|env|npx|bunx|pnpm exec|pnpm dlx|uv run|poetry run|pipenv run|bundle exec|mise exec --|timeout(?: -\S+)* \S+) +)+/
const folders = /^(?:[\w.-]*\/)+/

const testRunners = [
  /^(?:npm|pnpm|yarn|bun|composer)(?: -\S+)*(?: run(?:-script)?)? (?:t$|tests?\b)/,
  /^(?:vitest|jest|mocha|ava|jasmine|karma|pytest|py\.test|tox|nox|rspec|phpunit|pest|ctest|gotestsum|bats)\b/,
  /^(?:cargo(?: \+\S+)?|go|dotnet|swift|mix|flutter|dart|bazel|deno|playwright|rails|zig build|stack|cabal|lein) (?:test|nextest)\b/,
  /^(?:make|just|task|mise|rake|mvn|mvnw|gradle|gradlew|sbt|nx|turbo|invoke|python3? -m|python3? manage\.py|php artisan|xcodebuild)(?: \S+)*? (?:\S*:)?(?:tests?|pytest|unittest|verify|spec|check)(?:[:_-]\S*)?(?= |$)/,
  /^node (?:\S+ )*--test\b/,
]

export function isTestRun(command: string): boolean {
  const plain = command.replace(launchers, '').replace(folders, '')
  return testRunners.some((runner) => runner.test(plain))
}

const otherChecks =
  /\b(?:build|compile|lint|type-?check|tsc|eslint|biome|ruff|mypy|pyright|clippy|vet|golangci-lint|rubocop|deploy|release|publish|migrate|push|install|check)\b/

/** A command, other than a test run, that must not end in failure. */
export function isCheck(command: string): boolean {
  return otherChecks.test(command.replace(/"[^"]*"|'[^']*'/g, ''))
}
