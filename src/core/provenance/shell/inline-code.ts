/** Looks into code that is given to an interpreter on the spot: `node -e`, `python -c`. */

interface Surroundings {
  isForeign(path: string): boolean
}

/** Whether the code may print what is not the project's: the network's, another program's, a file's. */
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

/** Whether it names a host that is not this machine. */
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

/** In the usual languages. */
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
