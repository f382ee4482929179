/**
 * The launchers in the home's `bin`: `throughline` for a shell and, on Windows, which has no sh,
 * the same for cmd, MCP clients and hooks. They do not depend on the version.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import { quoteForShell } from '../../core/text/safe-text.ts'
import type { HomePaths } from '../../home/paths.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'

type Place = Pick<HomePaths, 'root' | 'bin' | 'command'>

interface Launchers {
  /** The Node that ran setup. If it is gone, the launchers use the one on the PATH. */
  readonly node: string
  readonly platform: NodeJS.Platform
}

export function writeLaunchers(place: Place, { node, platform }: Launchers): void {
  makeFolder(place.bin)
  for (const [file, text] of launchers(place, node, platform)) {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    writeFileAtomically(file, text, { mode: 0o700 })
    chmodSync(file, 0o700)
  }
}

function launchers(place: Place, node: string, platform: NodeJS.Platform): [string, string][] {
  if (platform !== 'win32') return [[place.command, shellLauncher(place.root, node)]]
  return [
    [`${place.command}.cmd`, `@"${node}" "%~dp0throughline.mjs" %*\r\n`],
    [commandLauncher(place), nodeLauncher],
    [hookLauncher(place), nodeHookLauncher],
  ]
}

/** What MCP clients run with Node on systems without sh. */
export const commandLauncher = ({ bin }: Pick<Place, 'bin'>) => join(bin, 'throughline.mjs')

/** What agents run with Node on systems without sh. CommonJS, because it starts faster. */
export const hookLauncher = ({ bin }: Pick<Place, 'bin'>) => join(bin, 'throughline-hook.cjs')

const shellLauncher = (root: string, node: string) => `#!/bin/sh
# Runs the version in use of Throughline. Written by \`throughline setup\`; edits are lost.
home=${quoteForShell(root)}
node=${quoteForShell(node)}
[ -x "$node" ] || node=node
version=
[ ! -r "$home/versions/in-use" ] || read -r version <"$home/versions/in-use"
program=$home/versions/$version/bin/throughline.js
if [ -z "$version" ] || [ ! -f "$program" ]; then
  echo "throughline: $home has no version of it any more. In a clone of it: npx throughline setup" >&2
  exit 1
fi
# What agents start serves this home, whatever environment they pass on.
case \${1-} in mcp | hook) THROUGHLINE_HOME=$home ;; esac
export THROUGHLINE_HOME="\${THROUGHLINE_HOME:-$home}"
unset NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE OPENSSL_CONF
exec "$node" "$program" "$@"
`

const nodeLauncher = `// Runs the version in use of Throughline. Written by \`throughline setup\`; edits are lost.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
const own = join(import.meta.dirname, '..')
if (/^(mcp|hook)$/.test(process.argv[2] ?? '')) process.env.THROUGHLINE_HOME = own
process.env.THROUGHLINE_HOME ||= own
const home = new URL('../', import.meta.url)
const [version] = readFileSync(new URL('versions/in-use', home), 'utf8').split('\\n')
await import(new URL(\`versions/\${version}/bin/throughline.js\`, home))
`

const nodeHookLauncher = `// Runs the hook of the version in use. Written by \`throughline setup\`; edits are lost.
const { readFileSync } = require('node:fs')
try {
  const home = require('node:path').join(__dirname, '..')
  const versions = \`\${home}/versions\`
  process.argv.push(home)
  const [version] = readFileSync(\`\${versions}/in-use\`, 'utf8').split('\\n')
  require(\`\${versions}/\${version}/dist/entry/hook/main.cjs\`)
} catch {}
`

/** The parts of a package that plugins need. */
export const pluginParts = ['.claude-plugin', 'integrations']

/**
 * Copies our plugins into a folder of the home whose path never changes. Claude Code reads it as a
 * marketplace too.
 * @param program a package folder
 * @param generated text by path; replaces the package's own files
 * @throws ThroughlineError `not-found` if the package has no plugins
 */
export function writePlugins(
  { plugin }: Pick<HomePaths, 'plugin'>,
  program: string,
  generated: ReadonlyMap<string, string>,
): void {
  if (!hasPlugins(program)) {
    throw new ThroughlineError('not-found', 'this program came without its plugins', {
      hint: 'run setup in a clone or from a tarball, or leave out --plugin',
    })
  }
  const fresh = `${plugin}.${process.pid}.new`
  const former = `${plugin}.${process.pid}.old`
  try {
    for (const part of pluginParts) {
      cpSync(join(program, part), join(fresh, part), { recursive: true, filter: isNeeded })
    }
    for (const [path, text] of generated) {
      const file = join(fresh, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    if (existsSync(plugin)) renameSync(plugin, former)
    renameSync(fresh, plugin)
  } finally {
    for (const left of [fresh, former]) rmSync(left, { recursive: true, force: true })
  }
}

export function hasPlugins(program: string): boolean {
  return pluginParts.every((part) => existsSync(join(program, part)))
}

/** The scripts search for an installation; the generated files name ours. */
const isNeeded = (file: string) => basename(file) !== 'scripts'
