/**
 * Asks git what its many ignore rules mean; everything else we read ourselves. Git only reads
 * patterns for this, but is still kept from running anything a repository names.
 */
import { spawnSync } from 'node:child_process'
import { delimiter, isAbsolute } from 'node:path'

const timeLimitMs = 5_000

const settings = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'core.editor=false'],
  ...['core.sshCommand=false', 'core.askPass=', 'credential.helper=', 'diff.external='],
  ...['protocol.allow=never', 'submodule.recurse=false', 'gpg.program=false'],
].flatMap((setting) => ['-c', setting])

/** Returns the files of a folder that git would commit; none outside a repository. */
export function findUnignored(
  files: readonly { readonly file: string }[],
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const options = {
    cwd: folder,
    env: plainEnvironment(env),
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    stdio: 'ignore',
    windowsHide: true,
  } as const
  const inside = files.map(({ file }) => file).filter((file) => file.startsWith(folder))
  return inside.filter((file) => {
    // Without the index: reading it can start a file system monitor.
    const args = ['--no-pager', ...settings, 'check-ignore', '--no-index', '--quiet', '--', file]
    // Exit code 1 means not ignored; higher codes are errors.
    return spawnSync('git', args, options).status === 1
  })
}

/** Git's own variables could redirect it, and the PATH could name programs of the repository. */
function plainEnvironment(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !/^(GIT_|PATH$)/i.test(name))
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((path) => isAbsolute(path))
  return {
    ...Object.fromEntries(others),
    PATH: folders.join(delimiter),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'false',
    THROUGHLINE_INTERNAL: '1',
  }
}
