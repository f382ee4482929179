/** Which tool calls bring in text that neither the user, the agent nor the project wrote. */
import type { ToolCall } from '../activity/to-action.ts'

/** @param folders of the project, absolute: the session's folder, the repository's root */
export function readsForeignText(call: ToolCall, folders: readonly string[]): boolean {
  const { kind, toolName, command, files } = call
  if (kind === 'web') return true
  if (kind === 'command') return command !== undefined && printsForeignText(command, folders)
  if (kind === 'read' || kind === 'search') return files.some((file) => isOutside(file, folders))
  return kind === 'other' && !isHostTool(toolName)
}

/** Ours, and those a host has for its own affairs; any other belongs to an MCP server. */
function isHostTool(toolName: string): boolean {
  if (/throughline/i.test(toolName)) return true
  return hostTools.has(toolName.replace(/[_-]|v\d+$/g, '').toLowerCase())
}

const hostTools = new Set(
  `askuser askuserquestion bashoutput codebasesearch createplan deletefile edit editfile
   enterplanmode enterworktree exitplanmode filesearch globfilesearch grepsearch invalid killbash
   killshell listdir lsp memory multiedit notebookedit patch plan question readlints reportintent
   requestuserinput ripgreprawsearch savememory semanticsearch semanticsearchfull sendmessage skill
   slashcommand sleep structuredoutput taskcreate taskget tasklist taskoutput taskstop taskupdate
   todoread todowrite toolsearch updateplan updatetodo wait waitagent write writefile writestdin`
    .split(/\s+/)
    .filter((name) => name !== ''),
)

const mostRead = 20_000

function printsForeignText(command: string, folders: readonly string[]): boolean {
  const written = new Set<string>()
  const text = withoutHereDocuments(command.slice(0, mostRead)).replace(
    redirection,
    (_, path: string) => {
      written.add(path)
      return ' '
    },
  )
  if (hasRemoteAddress(text)) return true
  return text
    .split(/\n|&&|\|\||[;|]/)
    .map((part) => part.trim())
    .filter((part) => !writes.test(part))
    .some((part) => fetches.test(part) || readsOutside(part, folders, written))
}

const redirection = /(?:\d?>{1,2}|\btee(?: -a)?\s)\s*([^\s&|;<>]+)/g

/** A text that the command is given says nothing about what it prints. */
function withoutHereDocuments(command: string): string {
  const kept: string[] = []
  let end: string | undefined
  for (const line of command.split('\n')) {
    if (end === undefined) kept.push(line)
    else if (line.trim() !== end) continue
    end = end === undefined ? /<<-?\s*['"]?(\w+)/.exec(line)?.[1] : undefined
  }
  return kept.join('\n')
}

function hasRemoteAddress(text: string): boolean {
  const hosts = [...text.matchAll(/\bhttps?:\/\/([^\s/'":]+)/gi)].map(([, host = '']) => host)
  return hosts.some((host) => !localHost.test(host))
}

const localHost = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0|.*\.localhost)$/i

const program = '(?:^|[\\s(`"\'/])'
const fetches = new RegExp(
  [
    `${program}(?:curl|wget|xh|httpie|https?|aria2c|gh|glab|hub|jira|linear|lynx|w3m|links|elinks|nc|ncat|netcat|telnet|ssh|scp|sftp|ftp|dig|nslookup|whois)\\s+[^\\s=]`,
    `${program}(?:npm|pnpm|yarn|bun)\\s+(?:view|show|info|search|docs)\\b`,
    `${program}pip3?\\s+(?:show|search|index)\\b`,
    `${program}(?:cargo|gem)\\s+(?:search|info)\\b`,
    `${program}(?:man|go\\s+doc)\\s+\\S`,
  ].join('|'),
)

/** Commands that change or list things and print nothing that somebody wrote. */
const writes =
  /^(?:cd|ls|pwd|mkdir|rmdir|rm|touch|chmod|chown|ln|cp|mv|echo|printf|which|type|command|export|source|test|\[|du|df|stat|file|kill|git\s+(?:add|commit|push|checkout|switch|branch|worktree|init|merge|rebase|stash|tag)|gh\s+(?:auth|(?:pr|issue|release)\s+(?:create|comment|edit|merge|close|reopen|ready|checkout|review)))\b/

function readsOutside(
  part: string,
  folders: readonly string[],
  written: ReadonlySet<string>,
): boolean {
  const words = part.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  return words
    .slice(1)
    .map((word) => word.replace(/^["']|["']$/g, '').replace(/^-{1,2}[\w-]+=/, ''))
    .some((path) => !written.has(path) && isOutside(path, folders))
}

/** Absolute, above the folder, in the user's home, or below a folder of dependencies. */
function isOutside(path: string, folders: readonly string[]): boolean {
  const plain = path.replaceAll('\\', '/')
  if (dependencies.test(plain)) return !runnable.test(plain)
  if (folders.some((folder) => isWithin(plain, folder.replaceAll('\\', '/')))) return false
  return elsewhere.test(plain) && !plansOfHosts.test(plain)
}

const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(`${folder.replace(/\/+$/, '')}/`)

const elsewhere = /^(?:\/(?!dev\/)[\w.@-]+\/|~\/|\.\.\/|[A-Za-z]:\/|\$\{?HOME\b)/
const plansOfHosts = /\/\.(?:claude|cursor|codex|gemini|opencode)\/plans\//
const dependencies =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|third-party|site-packages|dist-packages|\.venv|venv|\.cargo|\.rustup|\.m2|\.gradle|\.npm|\.yarn|\.pnpm-store|Pods|Carthage|elm-stuff|go\/pkg\/mod)\//
/** A program that is run, not read. */
const runnable = /\/\.?bin\/[^/]*$/
