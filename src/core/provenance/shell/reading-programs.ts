/** Programs that print nothing, copy, or print the files they are given. */
import { createTable, type Program, splitArguments, splitOption, words } from './program-call.ts'

export const readingPrograms = createTable()
const { add, addQuiet } = readingPrograms

// Programs that never print another author's text, whatever their arguments.

addQuiet(
  `pwd mkdir rmdir rm touch chmod chown chgrp echo printf export unset set shopt alias unalias
   local declare typeset readonly let test [ [[ case true false : exit return break continue shift
   trap wait sleep kill pkill killall jobs fg bg disown ulimit umask date which type whereis hash
   basename dirname realpath readlink mktemp seq yes expr bc wc du df stat file uname whoami id
   hostname nproc free uptime ps pgrep lsof netstat ss arch tty clear tput cal md5 md5sum shasum
   sha1sum sha256sum sha512sum cksum sync truncate printenv locale getconf sw_vers ldd tr
   get-location test-path new-item remove-item rename-item resolve-path split-path join-path
   write-output write-host out-null out-string out-host select-object where-object foreach-object
   sort-object group-object measure-object format-table format-list convertto-json
   convertfrom-json get-date get-command get-process start-sleep select where ft fl ni ri md del
   erase copy ren`,
  () => false,
)

addQuiet('cd pushd chdir set-location sl', ({ args, changeFolder }) => {
  changeFolder(args.find((arg) => !/^(?:-[LPe@]+|\/d|--?path)$/i.test(arg)) ?? '~')
  return false
})
addQuiet('popd', ({ changeFolder }) => {
  changeFolder('-')
  return false
})
addQuiet('for select', ({ args: [name = '', , ...values], assign }) => {
  assign(name, values)
  return false
})
addQuiet('read mapfile readarray', ({ args, assign }) => {
  for (const name of args.filter((arg) => /^\w+$/.test(arg))) assign(name, ['derived'])
  return false
})

// Programs that copy: the copy of a foreign file is foreign.

addQuiet('cp mv ln install rsync ditto copy-item move-item cpi mi', ({ args, ...call }) => {
  // Rsync's notation for another machine.
  if (args.some((arg) => /^[\w.@-]{2,}:/.test(arg))) return true
  const { operands, values } = splitArguments(args, new Set(['-t', '-m', '-o', '-g', '-S']))
  const folder = values.get('-t') ?? values.get('--target-directory')
  const target = folder ?? operands.at(-1) ?? ''
  const sources = folder === undefined ? operands.slice(0, -1) : operands
  for (const source of sources.filter((path) => call.holdsForeign(path))) {
    const name = source.replace(/\/+$/, '').split('/').at(-1) ?? ''
    call.download(target)
    call.download(`${target.replace(/\/+$/, '')}/${name}`)
    if (args.some((arg) => /^-\w*[rRa]/.test(arg))) call.download(`${target.replace(/\/+$/, '')}/`)
  }
  return false
})
addQuiet('tee tee-object set-content add-content out-file', ({ args, write }) => {
  const isAppended = args.some((arg) => /^(?:-a|--append)$/i.test(arg))
  const { operands } = splitArguments(args, new Set(['-value', '-encoding']))
  for (const path of operands) write(path, isAppended)
  return false
})
addQuiet('unzip tar bsdtar 7z 7za gunzip bunzip2 unxz unzstd jar', ({ args, ...call }) => {
  const { operands, values } = splitArguments(args, new Set(['-d', '-C', '-f', '--directory']))
  const given = [...operands, values.get('-f') ?? ''].filter((path) => path !== '')
  const folder = values.get('-d') ?? values.get('-C') ?? values.get('--directory') ?? '.'
  // What it unpacks from a pipe is as foreign as the pipe.
  if (call.isFed) call.write(`${folder}/`)
  if (!given.some(call.isForeign)) return false
  call.download(`${folder}/`)
  return true
})
/** A shell's own set-up prints nothing, but a downloaded file of the project may print anything. */
addQuiet(
  'source .',
  ({ args: [path = ''], isForeign }) =>
    /^[\w.]/.test(path) && !activates.test(path) && isForeign(path),
)
const activates = /(?:^|\/)bin\/activate(?:\.\w+)?$/

// Programs that print the files they are given.

interface Reading {
  /** The first operand is a pattern, a filter or a program. */
  readonly hasPattern?: boolean
  /** Options followed by a value that is not a file. */
  readonly valued?: ReadonlySet<string>
  /** Options that contain the pattern. */
  readonly patterns?: ReadonlySet<string>
  /** Reads the whole folder if there is no path. */
  readonly isRecursive?: (args: readonly string[]) => boolean
}

function reads(given: Reading = {}): Program {
  const { hasPattern = false, valued = none, patterns = none, isRecursive } = given
  return ({ args, isFed, input, holdsForeign }) => {
    const paths: string[] = []
    let awaitsPattern = hasPattern
    let areOperands = false
    for (let index = 0; index < args.length; index++) {
      const arg = args[index] ?? ''
      if (areOperands || !/^-./.test(arg)) {
        if (awaitsPattern && arg !== '') awaitsPattern = false
        else if (arg !== '') paths.push(arg)
        continue
      }
      const [name = '', value] = splitOption(arg)
      if (name === '--') areOperands = true
      else if (patterns.has(name)) {
        awaitsPattern = false
        if (value === undefined) index++
      } else if (value !== undefined) {
        if (!textual.test(name)) paths.push(value)
      } else if (valued.has(name) || textual.test(name)) index++
    }
    if (paths.length === 0 && !isFed && input === undefined && isRecursive?.(args)) paths.push('.')
    return paths.some(holdsForeign)
  }
}

const none: ReadonlySet<string> = new Set()
/** Long options whose value is a pattern, a number or a name. */
const textual =
  /^--(?:regexp|(?:in|ex)clude(?:-dir)?|ignore(?:-(?!file|case)\w+)?|i?glob|type(?:-not)?|max-\w+|context|(?:after|before)-context|color|colors|sort|format|pretty|replace|expression|indent|style|width|unified|encoding|author|grep|since|until|after|before)$/
add(
  `cat tac more less bat batcat od xxd hexdump strings dir uniq paste join comm fold fmt expand rev
   cmp zcat zless iconv base64 pr shuf tokei cloc scc get-content gc get-childitem gci
   import-csv envsubst column xmllint sponge wdiff`,
  reads({
    valued: new Set(
      words('-n -l -s -c -N -j -A -t -w -d -r -f -H -x -encoding -tail -first -totalcount -filter'),
    ),
  }),
)
add('head tail', reads({ valued: new Set(['-n', '-c', '--lines', '--bytes']) }))
add('nl', reads({ valued: new Set(words('-b -d -f -h -i -l -n -s -v -w')) }))
add('cut', reads({ valued: new Set(words('-d -f -c -b --delimiter --fields')) }))
add('ls exa eza', reads({ valued: new Set(['-I']) }))
add('tree', reads({ valued: new Set(['-L', '-I', '-P', '-o']) }))
add('diff colordiff difft', reads({ valued: new Set(words('-U -x -I -C -W')) }))
add('sort', reads({ valued: new Set(words('-k -t -S -T -o')) }))
add('jq yq gojq dasel', ({ args, ...call }) => {
  // `--arg name value` takes two words.
  const plain = args.filter((_, at) => !/^--arg(?:json)?$/.test(args[at - 2] ?? ''))
  const reading = { hasPattern: true, valued: new Set(words('--arg --argjson --indent -f')) }
  return reads(reading)({ ...call, args: plain })
})
add('sed gsed', reads({ hasPattern: true, patterns: new Set(['-e', '--expression']) }))
add(
  'grep egrep fgrep zgrep ag ack ugrep select-string sls findstr',
  reads({
    hasPattern: true,
    patterns: new Set(['-e', '--regexp', '-pattern']),
    valued: new Set(words('-A -B -C -m -d -D')),
    isRecursive: (args) => args.some((arg) => /^-\w*[rR]|^--recursive$|^-recurse$/.test(arg)),
  }),
)
add(
  'rg ast-grep sg',
  reads({
    hasPattern: true,
    patterns: new Set(['-e', '--regexp', '-p', '--pattern', '--files']),
    valued: new Set(words('-g -t -T -A -B -C -m -r -j -M -d -l')),
    isRecursive: () => true,
  }),
)
add('awk gawk mawk nawk', (call) => {
  const { args } = call
  const reading = { hasPattern: true, valued: new Set(['-F', '-v', '-f']) }
  return reads(reading)(call) || /\bgetline\b|\bsystem\s*\(|\|\s*"/.test(args.join(' '))
})
add('fd fdfind', (call) => {
  const at = call.args.findIndex((arg) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(arg))
  if (at >= 0 && call.judge(call.args.slice(at + 1))) return true
  const args = at < 0 ? call.args : call.args.slice(0, at)
  return reads({ hasPattern: true, valued: new Set(words('-e -t -E -d -c -j')) })({ ...call, args })
})
add('find gfind', ({ args, isForeign, holdsForeign, judge }) => {
  const end = args.findIndex((arg) => /^(?:-(?![LHPOD])|[(!])/.test(arg))
  const starts = (end < 0 ? args : args.slice(0, end)).filter((arg) => !arg.startsWith('-'))
  const commands: string[][] = []
  for (let at = args.length - 1, stop = args.length; at >= 0; at--) {
    if (/^[;+]$/.test(args[at] ?? '')) stop = at
    if (/^-(?:exec|ok)(?:dir)?$/.test(args[at] ?? '')) commands.push(args.slice(at + 1, stop))
  }
  const isRead = commands.length > 0 ? holdsForeign : isForeign
  if ((starts.length === 0 ? ['.'] : starts).some(isRead)) return true
  return commands.some(judge)
})
