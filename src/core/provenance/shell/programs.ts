/**
 * Programs known to print only the project's own text: its files, its history, and what its builds,
 * tests and scripts say. Any other program brings in foreign text.
 */
import { buildingPrograms } from './building-programs.ts'
import {
  createTable,
  folderOption,
  isRemote,
  localHost,
  operandAt,
  type Program,
  splitArguments,
  words,
} from './program-call.ts'
import { readingPrograms } from './reading-programs.ts'
import { runningPrograms } from './running-programs.ts'

export function findProgram(name: string): Program | undefined {
  return programs.get(name.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, ''))
}

export function isQuiet(program: Program): boolean {
  return tables.some(({ quiet }) => quiet.has(program))
}

/** Programs whose output, used as a path, leads outside the project. */
export const namesElsewhere: ReadonlySet<string> = new Set(words('which whereis mktemp brew'))

// Programs that may contact a remote: git, GitHub's own, and HTTP clients.

const remotePrograms = createTable()
const { add, addQuiet } = remotePrograms

// What git has is the project's, no matter who committed it, unless it was only fetched for a look.

const strangers = /(?:^|[/:+])(?:pull|merge-requests?|pull-requests)\/|\bFETCH_HEAD\b/
const gitPrints = `status log show diff blame grep cat-file shortlog stash reflog ls-tree ls-files
  rev-parse rev-list describe merge-base name-rev show-ref symbolic-ref for-each-ref branch tag
  remote config worktree bisect notes range-diff diff-tree diff-index whatchanged archive
  check-ignore check-attr count-objects var version help add commit checkout switch restore reset
  merge rebase cherry-pick revert rm mv init clean gc fsck apply am format-patch update-index
  hash-object write-tree update-ref sparse-checkout push fetch pull ls-remote lfs`
const gitContent = new Set(
  words('log show diff blame grep cat-file stash reflog range-diff diff-tree whatchanged'),
)
const gitWithoutContent =
  /^--(?:stat|shortstat|numstat|name-only|name-status|oneline|quiet|count|summary)$/

const git: Program = ({ args, isForeign, holdsForeign, download }) => {
  const valued = new Set(words('-C -c --git-dir --work-tree --namespace --exec-path'))
  const at = operandAt(args, valued)
  const before = args.slice(0, at)
  const [name = '', ...rest] = args.slice(at)
  if (before.some((arg, index) => folderOption.test(before[index - 1] ?? '') && isForeign(arg)))
    return true
  if (
    before.some(
      (arg) => /^--(?:git-dir|work-tree)=/.test(arg) && isForeign(arg.replace(/^[^=]*=/, '')),
    )
  )
    return true
  if (name === 'clone' || (name === 'submodule' && rest[0] === 'add')) {
    const { operands } = splitArguments(
      rest.filter((arg) => arg !== 'add'),
      new Set(words('-b --branch --depth -o -c --origin --reference -j')),
    )
    const [address = '', folder] = operands
    download(`${folder ?? /([^/:]+?)(?:\.git)?\/*$/.exec(address)?.[1] ?? '.'}/`)
    return true
  }
  if (name === '') return false
  if (!gitLocal.has(name)) return true
  if (rest.some((arg) => strangers.test(arg))) {
    // From now on its files are in the folder.
    if (/^(?:checkout|switch|merge|pull|reset|cherry-pick|rebase|worktree)$/.test(name))
      download('./')
    return name !== 'branch' && name !== 'update-ref'
  }
  if (/^(?:fetch|pull|ls-remote)$/.test(name)) return rest.some(isRemote)
  if (name === 'diff' && rest.includes('--no-index')) return rest.some((arg) => holdsForeign(arg))
  if (!gitContent.has(name) || rest.some((arg) => gitWithoutContent.test(arg))) return false
  const paths = rest.slice(rest.indexOf('--') + 1).filter((arg) => !arg.startsWith('-'))
  const named = rest.includes('--')
    ? paths
    : paths.filter((arg) => arg.includes('/') || arg.includes('.'))
  return named.some(
    (path) => !/^[\w./-]+\.{2,3}[\w./-]*$/.test(path) && dependencyOrDownload(path, isForeign),
  )
}
const gitLocal = new Set(words(gitPrints))
/** A branch, a range or a path: only a path can be foreign, and branches are never absolute. */
const dependencyOrDownload = (name: string, isForeign: (path: string) => boolean) =>
  !/^[~^@]/.test(name) && isForeign(name.replace(/^[^:\s]*:(?!\/)/, ''))
add('git', git)

/** These print only a URL or a confirmation. */
addQuiet('gh', ({ args, download }) => {
  const [topic = '', what = ''] = args
  if (topic === 'pr' && what === 'checkout') download('./')
  if (topic === 'repo' && what === 'clone')
    download(`${args[3] ?? args[2]?.split('/').at(-1) ?? '.'}/`)
  return !/^(?:pr (?:create|comment|edit|ready|review)|issue (?:create|comment|edit)|release create|auth status)$/.test(
    `${topic} ${what}`,
  )
})

// A program of the project that answers HTTP on this machine counts as run locally.

const httpValued = new Set(
  words(`-H -d -X -o -u -A -b -c -F -e -m -w -T -O -P -t --header --data --data-raw --data-binary
    --data-urlencode --json --request --output --user --form --max-time --retry --connect-timeout
    --write-out --cookie --cookie-jar --user-agent --timeout --tries --method --body-data --post-data`),
)
addQuiet('curl wget http https xh', ({ args, write }) => {
  const { operands, values } = splitArguments(args, httpValued)
  const addresses = [...operands, ...[values.get('--url') ?? []].flat()]
  for (const name of ['-o', '--output', '--output-document']) {
    const path = values.get(name)
    if (path !== undefined) write(path)
  }
  return (
    addresses.length === 0 ||
    !addresses.every((address) => localHost.test(address) || isRequestPart.test(address))
  )
})
/** `http POST :3000 name=value` */
const isRequestPart = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$|^[\w-]+(?::?=|:)(?!\/\/)/

const tables = [readingPrograms, buildingPrograms, remotePrograms, runningPrograms]
const programs = new Map(tables.flatMap((table) => [...table.programs]))
