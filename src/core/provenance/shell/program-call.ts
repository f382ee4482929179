/** A program call, and tables of programs known to print only the project's own text. */

/** A call of a program, and questions about its surroundings. */
export interface ProgramCall {
  /** Without the program itself. */
  readonly args: readonly string[]
  /** A here-document or here-string. */
  readonly input: string | undefined
  /** Its input is another command's output. */
  readonly isFed: boolean
  isForeign(path: string): boolean
  /** Foreign, or a script that fetches. */
  bringsForeign(path: string): boolean
  holdsForeign(path: string): boolean
  /** The project's folders. */
  readonly folders: readonly string[]
  /** Judges another program instead of this one. */
  judge(args: readonly string[]): boolean
  judgeScript(script: string): boolean
  changeFolder(path: string): void
  assign(name: string, values: readonly string[]): void
  write(path: string, isAppended?: boolean): void
  /** Records a file with content from outside. */
  download(path: string): void
}

/** @returns whether the call brings in foreign text */
export type Program = (call: ProgramCall) => boolean

export interface ProgramTable {
  readonly programs: Map<string, Program>
  /** Programs that print no file content, so their folder does not matter. */
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

/** Options that set a program's working folder. */
export const folderOption =
  /^(?:-C|--dir|--cwd|--prefix|--git-dir|--work-tree|--manifest-path|--directory|--project)$/

/** The position of the first operand. */
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

/** Examines code passed to an interpreter: `node -e`, `python -c`. */

interface Surroundings {
  isForeign(path: string): boolean
}

/** Whether the code may print foreign text: from the network, another program or a file. */
export function readsElsewhere(code: string, { isForeign }: Surroundings): boolean {
  if (code.length > longestCode || isRemote(code) || reachesOut(code)) return true
  return [...code.matchAll(literals)].some(
    ([, , literal = '']) => pathLike.test(literal) && isForeign(literal),
  )
}

/** Whether the code uses the network, starts a program or reads a database. */
export function reachesOut(code: string): boolean {
  return reaches.test(code)
}

/** Whether it names a host other than this machine. */
export function isRemote(text: string): boolean {
  if (/^[\w.-]+@[\w.-]+:/.test(text)) return true
  return [...text.matchAll(addresses)].some(
    ([, host = '']) => !localHost.test(host.replace(/^[^@]*@/, '')),
  )
}

const addresses =
  /\b(?:https?|ftps?|wss?|git|ssh|s3|gs|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?):\/\/([^\s/'"`]+)/gi
export const localHost =
  /^(?:https?:\/\/)?(?:[\w-]+\.)?(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|:)(?::?\d+)?(?:[/?#]|$)/i

const longestCode = 200_000

const modules = `urllib\\d?|requests|httpx|aiohttp|http|socket|ssl|ftplib|smtplib|imaplib|poplib|telnetlib|paramiko|boto3|botocore|google|azure|openai|anthropic|pyperclip|psycopg\\d?|pymysql|sqlite3|pymongo|redis|subprocess|pty|importlib|selenium|playwright|bs4|feedparser`
const packages = `https?|http2|net|tls|dgram|dns|child_process|cluster|undici|axios|got|node-fetch|superagent|ky|ws|puppeteer|playwright|pg|mysql2?|mongodb|redis|ioredis|better-sqlite3|sqlite|clipboardy|execa|zx|octokit|@octokit|@aws-sdk|open-uri|net\\/http|open3|socket`

/** In common languages. */
const reaches = new RegExp(
  [
    String.raw`(?<![.\w])fetch\s*\(|XMLHttpRequest|\bWebSocket\b|EventSource`,
    String.raw`(?:\brequire|\bimport|\bfrom)\s*\(?\s*['"](?:node:)?(?:${packages})(?:['"/])`,
    String.raw`\bimport\s+(?:[\w.]+\s*,\s*)*(?:${modules})\b|\bfrom\s+(?:${modules})\b`,
    String.raw`\b(?:__import__|import_module)\s*\(`,
    String.raw`\bos\.(?:system|popen|exec\w*|spawn\w*)\b|\bsubprocess\.`,
    String.raw`\b(?:execSync|execFileSync|spawnSync|Deno\.(?:run|Command|connect|openKv)|Bun\.(?:spawn\w*|\$))`,
    String.raw`\b(?:Net::HTTP|URI\.open|Open3|IO\.popen|LWP|HTTP::Tiny|IO::Socket)\b|\bcurl_\w+`,
    String.raw`(?<![.\w])(?:system|popen|exec|shell_exec|passthru|qx)\s*[({/]|%x[({[]`,
  ].join('|'),
)

const literals = /(['"`])((?:\\.|(?!\1)[^\\\n]){1,500})\1/g
const pathLike =
  /^(?:~\/|\.\.\/|[A-Za-z]:[\\/]|\/(?:tmp|var|home|Users|etc|usr|opt|root|mnt|media|srv|Volumes|private|Library|proc)\b)|(?:^|\/)(?:node_modules|vendor|site-packages)\/|^[\w./-]+\.\w+$/
