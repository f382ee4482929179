/**
 * The environment of what we start: the daemon, and commands from the user's settings. A repository
 * may have written an agent's environment, through a `.env`, and it decides for many programs what
 * code they load and where they send data. So we pass on what a system sets, the user's own folders,
 * and variables requested by name.
 */
import { homedir } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'
import { type Environment, faultOfPlace, isInProject } from './environment.ts'
import { tryTo } from './try-to.ts'

const ofTheSystem = new Set([
  ...['HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR'],
  // On Windows.
  ...['USERPROFILE', 'USERNAME', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP'],
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'PROGRAMDATA', 'PROGRAMFILES'],
])

/** Where agents keep their files, and which certificate authorities the user trusts. */
const places = new Set([
  ...['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME', 'GEMINI_CLI_HOME', 'KIRO_HOME'],
  ...['QWEN_HOME', 'QWEN_RUNTIME_DIR', 'GOOSE_PATH_ROOT', 'CONTINUE_GLOBAL_DIR'],
  ...['CLAUDE_MEM_DATA_DIR', 'MEMORY_FILE_PATH', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
])

interface Surroundings {
  /** Names from the user's settings, such as that of an API key variable. */
  readonly named?: readonly string[]
  readonly userHome?: string
  /** The folder of the program that inherited it. */
  readonly folder?: string | undefined
}

export function cleanEnvironment(
  env: Environment,
  { named = [], userHome = homedir(), folder = currentFolder() }: Surroundings = {},
): Record<string, string> {
  const isKept = (name: string, value: string) => {
    if (named.includes(name) || /^LC_[A-Z]+$/.test(name)) return true
    if (places.has(name)) return faultOfPlace(value, userHome, folder) === undefined
    return ofTheSystem.has(name.toUpperCase())
  }
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue
    if (/^path$/i.test(name)) clean[name] = usersPath(value, userHome, folder)
    else if (isKept(name, value)) clean[name] = value
  }
  return clean
}

/** Undefined if the folder was removed. */
const currentFolder = (): string | undefined => tryTo(() => process.cwd())

/** Drops folders that a repository can fill, such as `node_modules/.bin`. */
function usersPath(path: string, userHome: string, folder: string | undefined): string {
  const folders = path.split(delimiter)
  return folders
    .filter((each) => isAbsolute(each) && !isInProject(each, userHome, folder))
    .join(delimiter)
}
