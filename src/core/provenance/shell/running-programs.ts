/** Programs that run another one, a script or code: interpreters, shells, prefixes. */
import { builds, runsPackage } from './building-programs.ts'
import {
  createTable,
  operandAt,
  type Program,
  type ProgramCall,
  readsElsewhere,
  words,
} from './program-call.ts'

export const runningPrograms = createTable()
const { add, addQuiet } = runningPrograms

// Interpreters run the project's own files, and code on the command line.

function interpreter(inline: RegExp, valued = ''): Program {
  const withValue = new Set(words(valued))
  return ({ args, ...call }) => {
    for (let at = 0; at < args.length; at++) {
      const arg = args[at] ?? ''
      const rest = args.slice(at + 1)
      if (inline.test(arg)) {
        return readsElsewhere(rest[0] ?? '', call) || builds({ ...call, args: rest.slice(1) })
      }
      if (arg === '-m') return runsModule({ ...call, args: rest })
      if (arg === '-') break
      if (withValue.has(arg)) at++
      else if (!arg.startsWith('-')) return runsFile(arg, { ...call, args: rest })
    }
    if (call.input !== undefined) return readsElsewhere(call.input, call)
    return call.isFed
  }
}

/** Also runs a program by its path. */
export function runsFile(path: string, call: ProgramCall): boolean {
  const installed =
    /(?:^|\/)(?:node_modules\/(?:\.bin\/)?|\.?venv\/bin\/|vendor\/bin\/)((?:@[^/]+\/)?[^/]+)/.exec(
      path,
    )?.[1]
  if (installed !== undefined) return runsPackage({ ...call, args: [installed, ...call.args] })
  return call.bringsForeign(path) || builds(call)
}

const runsModule: Program = ({ args: [name = '', ...args], ...call }) => {
  const [top = ''] = name.split('.')
  if (name === 'json.tool') return call.judge(['cat', ...args])
  if (
    /^(?:py_compile|compileall|unittest|doctest|venv|timeit|cProfile|pdb|http\.server|ast|build)$/.test(
      name,
    )
  ) {
    return builds({ ...call, args })
  }
  const own = call.folders.map((folder) =>
    (/[^\\/]+(?=[\\/]*$)/.exec(folder)?.[0] ?? '').replaceAll('-', '_'),
  )
  const isOwn =
    own.includes(top) ||
    /^(?:src|apps?|tests?|scripts?|tools?|main|backend|server|cli|lib)$/.test(top)
  return isOwn ? builds({ ...call, args }) : call.judge([top, ...args])
}

add(
  'node nodejs tsx ts-node',
  interpreter(
    /^(?:-e|-p|-pe|--eval|--print)$/,
    '-r --require --import --loader --conditions -C --test-name-pattern --env-file',
  ),
)
add('python python2 python3 pypy pypy3 py', interpreter(/^-[a-zA-Z]*c$/, '-W -X'))
add('ruby', interpreter(/^-[a-z]*e$/, '-I -r'))
add('perl', interpreter(/^-[a-zA-Z0-9]*[eE]$/, '-I -M'))
add('php', interpreter(/^-r$/, '-d -c'))
add('lua luajit Rscript julia elixir groovy java scala', interpreter(/^-e$/, '-cp -classpath'))

const shell: Program = ({ args, ...call }) => {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (/^-[a-z]*c$|^-?-?command$|^\/c$/i.test(arg))
      return call.judgeScript(args.slice(at + 1).join(' '))
    if (/^(?:-o|-O|-ExecutionPolicy|--rcfile|--init-file)$/.test(arg)) at++
    else if (!/^[-+/]/.test(arg) || arg.length > 3) {
      if (/^[-+]/.test(arg)) continue
      return runsFile(arg, { ...call, args: args.slice(at + 1) })
    }
  }
  if (call.input !== undefined) return call.judgeScript(call.input)
  return call.isFed
}
addQuiet('sh bash zsh dash ksh fish ash pwsh powershell cmd', shell)
addQuiet('eval iex invoke-expression', ({ args, judgeScript }) => judgeScript(args.join(' ')))

// Programs that run another one.

function runs(valued = '', operands = 0): Program {
  const withValue = new Set(words(valued))
  return ({ args, judge, assign }) => {
    let at = 0
    for (let left = operands; at < args.length; at++) {
      const arg = args[at] ?? ''
      if (arg === '--') continue
      if (withValue.has(arg)) at++
      else if (/^\w+=/.test(arg)) assign(arg.split('=')[0] ?? '', [arg.replace(/^[^=]*=/, '')])
      else if (!/^-./.test(arg) && left-- <= 0) break
    }
    const rest = args.slice(at)
    return rest.length > 0 && judge(rest)
  }
}
addQuiet('sudo doas', runs('-u -g -C -h -p'))
addQuiet('env', ({ args, ...call }) => {
  const script = args.indexOf('-S')
  if (script >= 0) return call.judgeScript(args.slice(script + 1).join(' '))
  return runs('-u -C')({ ...call, args })
})
addQuiet(
  'time nohup builtin exec setsid caffeinate unbuffer noglob nocorrect cross-env chronic rtk command winpty',
  (call) => (/^-[vV]$/.test(call.args[0] ?? '') ? false : runs('-a -o -f')(call)),
)
addQuiet('timeout gtimeout', runs('-s -k --signal --kill-after', 1))
addQuiet('nice ionice', runs('-n -c'))
addQuiet('stdbuf', runs('-i -o -e'))
addQuiet('xargs gxargs parallel', runs('-n -P -I -L -d -s -E -a -j'))
addQuiet('watch', ({ args, judgeScript }) =>
  judgeScript(args.slice(operandAt(args, new Set(['-n']))).join(' ')),
)
addQuiet('direnv', ({ args, judge }) => args[0] !== 'exec' || judge(args.slice(2)))
addQuiet('dotenv', ({ args, judge }) => judge(args.slice(args.indexOf('--') + 1)))
