/** Programs that build, check and run the project, including package managers. */
import { notKnown } from '../places.ts'
import {
  createTable,
  folderOption,
  isRemote,
  operandAt,
  type Program,
  type ProgramCall,
  readsElsewhere,
  splitOption,
  words,
} from './program-call.ts'

export const buildingPrograms = createTable()
const { add } = buildingPrograms

const output =
  /^(?:-o|--?out\w*(?:-?\w+)*|--?log\w*|--?junit\w*|--?cov\w*|--?cache\w*|--?report\w*|--?tmp\w*|-coverprofile|--?basetemp)$/i

export const builds: Program = ({ args, isForeign }) =>
  args.some((arg, at) => {
    const [name = '', value] = splitOption(arg)
    if (output.test(name) || output.test(args[at - 1] ?? '')) return false
    const path = value ?? (/^-./.test(arg) ? undefined : arg)
    if (path === undefined || path.startsWith(notKnown)) return false
    return isRemote(path) || (/[./~\\]/.test(path) && isForeign(path))
  })

add(
  `tsc vue-tsc svelte-check vitest jest mocha ava tap c8 nyc eslint oxlint biome prettier stylelint
   dprint oxfmt xo standard rollup esbuild vite webpack parcel swc babel turbo nx lerna tsup tsdown rolldown
   svelte-kit next nuxt astro remix ng playwright cypress storybook knip madge depcheck commitlint lint-staged
   husky changeset changesets size-limit publint attw tailwindcss postcss sass concurrently wait-on
   nodemon npm-run-all run-s run-p rimraf markdownlint markdownlint-cli2 remark cspell typedoc
   graphql-codegen api-extractor syncpack
   pytest py.test tox nox mypy pyright basedpyright ruff black isort flake8 pylint bandit coverage
   pre-commit sphinx-build mkdocs pyflakes autopep8 vulture radon
   rspec rubocop rake rails standardrb minitest erb_lint brakeman
   phpunit phpstan psalm php-cs-fixer phpcs pint pest
   rustc rustfmt gofmt goimports gofumpt golangci-lint staticcheck gotestsum ginkgo
   javac kotlinc ktlint gradle gradlew mvn mvnw ant sbt scalac lein clj-kondo msbuild
   gcc g++ cc c++ clang clang++ clang-format clang-tidy cmake ctest make gmake ninja meson bazel
   bazelisk buck2 ld ar nm objdump readelf otool size strip valgrind
   swiftc swiftformat swiftlint xcodebuild rebar3 erlc zig ghc cabal ormolu hlint
   shellcheck shfmt hadolint yamllint actionlint taplo protoc buf sqlfluff sqlc
   just task invoke doit lefthook semgrep tree-sitter pandoc patch hyperfine ctags`,
  builds,
)

/** What a program does if its first operand is one of these, and otherwise. */
function subcommands(given: {
  readonly local?: string
  readonly foreign?: string
  readonly otherwise: Program
  readonly special?: Readonly<Record<string, Program>>
  /** Options before the subcommand that take a value. */
  readonly valued?: string
}): Program {
  const [local, foreign] = [new Set(words(given.local ?? '')), new Set(words(given.foreign ?? ''))]
  const valued = new Set(words(given.valued ?? ''))
  return (call) => {
    const at = operandAt(call.args, valued)
    const before = call.args.slice(0, at)
    if (
      before.some((arg, index) => folderOption.test(before[index - 1] ?? '') && call.isForeign(arg))
    )
      return true
    const [name = '', ...args] = call.args.slice(at)
    const special = given.special?.[name]
    if (special) return special({ ...call, args })
    if (foreign.has(name)) return true
    return local.has(name) ? builds({ ...call, args }) : given.otherwise(call)
  }
}

const isForeignAlways: Program = () => true

/** A package that may be fetched is identified by its name alone. */
export const runsPackage: Program = ({ args, ...call }) => {
  const at = operandAt(args, new Set(['-p', '--package', '-c', '--from', '--with', '--python']))
  const before = args.slice(0, at)
  const script = before.indexOf('-c')
  if (script >= 0 && call.judgeScript(before[script + 1] ?? '')) return true
  const name = args[at] ?? ''
  if (name === '')
    return script < 0 && before.length > 0 && !before.some((arg) => /version|help/.test(arg))
  const plain = /^((?:@[\w.-]+\/)?[\w.-]+)(?:@[\w.^~-]+)?$/.exec(name)?.[1]
  if (plain === undefined) return isLocalScript(name, call) ? builds({ ...call, args }) : true
  const known = knownPackages.get(plain) ?? plain
  return call.judge([known, ...args.slice(at + 1)])
}
const isLocalScript = (path: string, { isForeign }: Pick<ProgramCall, 'isForeign'>) =>
  /^\.\.?\//.test(path) && !isForeign(path)
const knownPackages = new Map([
  ['@biomejs/biome', 'biome'],
  ['@playwright/test', 'playwright'],
  ['typescript', 'tsc'],
  ['@changesets/cli', 'changeset'],
  ['@tailwindcss/cli', 'tailwindcss'],
])
add('npx bunx pnpx uvx', runsPackage)

const runsRest: Program = ({ args, judge }) => {
  const rest = args.slice(
    operandAt(
      args,
      new Set(['-p', '--python', '--with', '--package', '--env-file', '--extra', '--group', '-n']),
    ),
  )
  return rest.length === 0 ? false : judge(rest)
}

/** Installing prints text by the packages' authors: their warnings and their scripts' output. */
const fetchingPackages = `install i ci add update up upgrade remove rm uninstall un audit outdated view
  info show search docs repo bugs home fund create init publish login logout whoami owner access star
  team token profile fetch import dedupe link unlink approve-builds self-update licenses dist-tag
  set-script deprecate ping org hook`
const packageManager = subcommands({
  foreign: fetchingPackages,
  valued: '--filter -F -C --dir --prefix --cwd -w --workspace --stack-size',
  otherwise: builds,
  special: {
    dlx: runsPackage,
    x: runsPackage,
    exec: runsPackage,
    node: (call) => call.judge(['node', ...call.args]),
  },
})
add('pnpm', packageManager)
add('npm', packageManager)
add('yarn', (call) => (call.args.length === 0 ? true : packageManager(call)))
add('bun', (call) => {
  const [first = ''] = call.args
  if (/^(?:-e|-p|--eval|--print)$/.test(first)) return call.judge(['node', ...call.args])
  return packageManager(call)
})
add('pip pip3', subcommands({ local: 'list freeze check', otherwise: isForeignAlways }))
add(
  'uv',
  subcommands({
    special: {
      run: runsRest,
      tool: ({ args, ...call }) =>
        args[0] !== 'run' || runsPackage({ ...call, args: args.slice(1) }),
    },
    local: 'tree version',
    valued: '--directory --project',
    otherwise: isForeignAlways,
  }),
)
add(
  'poetry pipenv pdm rye hatch',
  subcommands({
    special: { run: runsRest },
    local: 'check env version build',
    valued: '-C --directory --project',
    otherwise: isForeignAlways,
  }),
)
add(
  'bundle',
  subcommands({
    special: { exec: runsRest },
    local: 'list check show',
    otherwise: isForeignAlways,
  }),
)
add(
  'composer',
  subcommands({
    special: { exec: runsRest },
    local: 'run run-script test validate dump-autoload check',
    otherwise: isForeignAlways,
  }),
)
add(
  'cargo',
  subcommands({
    local:
      'build b check c test t run r clippy fmt doc bench clean tree metadata nextest llvm-cov expand fix version miri deny machete',
    valued: '--manifest-path -Z --config',
    otherwise: isForeignAlways,
  }),
)
add(
  'go',
  subcommands({
    local: 'build test vet fmt env version clean list tool work fix',
    special: {
      run: (call) =>
        /@[\w.-]+$/.test(call.args.find((arg) => !arg.startsWith('-')) ?? '') || builds(call),
      generate: builds,
      mod: ({ args: [what = ''] }) => !/^(?:tidy|verify|graph|why|edit|init|vendor)$/.test(what),
      doc: ({ args }) => !args.every((arg) => arg.startsWith('.') || arg.startsWith('-')),
    },
    valued: '-C',
    otherwise: isForeignAlways,
  }),
)
add(
  'dotnet',
  subcommands({
    local: 'build test run clean format publish pack ef msbuild sln',
    otherwise: isForeignAlways,
  }),
)
add(
  'mix',
  subcommands({
    otherwise: ({ args, ...call }) =>
      /^(?:deps|hex|archive|local|escript\.install)/.test(args[0] ?? '') ||
      builds({ ...call, args }),
  }),
)
add('swift', subcommands({ local: 'build test run format', otherwise: isForeignAlways }))
add(
  'dart flutter',
  subcommands({ local: 'test analyze run format build fix compile', otherwise: isForeignAlways }),
)
add('stack', subcommands({ local: 'build test exec ghc', otherwise: isForeignAlways }))
add('terraform tofu', subcommands({ local: 'fmt validate version', otherwise: isForeignAlways }))
add('helm', subcommands({ local: 'lint template', otherwise: isForeignAlways }))
add('prisma', subcommands({ local: 'generate format validate', otherwise: isForeignAlways }))
add('drizzle-kit', subcommands({ local: 'generate check', otherwise: isForeignAlways }))
add(
  'mise',
  subcommands({
    special: { exec: runsRest, x: runsRest },
    local: 'run r tasks task fmt ls list current which where version set env trust',
    valued: '-C --cd',
    otherwise: isForeignAlways,
  }),
)
add('asdf', subcommands({ local: 'current which where list reshim', otherwise: isForeignAlways }))
add(
  'nvm fnm volta rbenv pyenv',
  subcommands({ local: 'use ls list current version versions which', otherwise: isForeignAlways }),
)
add(
  'deno',
  subcommands({
    local: 'run test lint fmt check task bench compile doc',
    special: { eval: ({ args, ...call }) => readsElsewhere(args.join(' '), call) },
    otherwise: isForeignAlways,
  }),
)
