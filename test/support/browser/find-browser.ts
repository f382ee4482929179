/**
 * Finds the browser that the tests and screenshots run. As a program it prints where the browser is,
 * or exits with 1 and says what to install:
 *
 *     npx node test/support/browser/find-browser.ts
 */
import { accessSync, constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'

export type FoundBrowser =
  | { readonly kind: 'installed'; readonly executable: string }
  /** `@sparticuz/chromium`, which holds a compressed Chromium for x86-64 Linux. */
  | { readonly kind: 'npm-package' }
  | { readonly kind: 'none'; readonly reason: string }

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly env: Readonly<Record<string, string | undefined>>
  isExecutable(path: string): boolean
}

const advice =
  'install Chrome, Chromium or Edge (Debian: apt-get install chromium), or set THROUGHLINE_BROWSER to one'

/** @throws Error when THROUGHLINE_BROWSER names no executable file */
export function findBrowser(machine: Machine = thisMachine): FoundBrowser {
  const chosen = machine.env.THROUGHLINE_BROWSER
  if (chosen === 'none') return { kind: 'none', reason: 'THROUGHLINE_BROWSER is "none"' }
  if (chosen) {
    if (machine.isExecutable(chosen)) return { kind: 'installed', executable: chosen }
    throw new Error(`THROUGHLINE_BROWSER: there is no executable file ${chosen}`)
  }
  const executable = candidates(machine).find((path) => machine.isExecutable(path))
  if (executable) return { kind: 'installed', executable }
  if (machine.platform === 'linux' && machine.arch === 'x64') return { kind: 'npm-package' }
  return { kind: 'none', reason: `no browser was found: ${advice}` }
}

function candidates({ platform, env }: Machine): string[] {
  const { join, delimiter } = platform === 'win32' ? win32 : posix
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = namesOf(platform).flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...usualPlaces(platform, env)]
}

function namesOf(platform: NodeJS.Platform): string[] {
  if (platform === 'win32') return ['chrome.exe', 'chromium.exe', 'msedge.exe']
  // Not `chromium-browser`: on Ubuntu it stands for a snap, which cannot see the tests' folders.
  return [
    // Debian's, without windows: a fifth less processor time.
    'chromium-headless-shell',
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'microsoft-edge',
    'microsoft-edge-stable',
  ]
}

function usualPlaces(platform: NodeJS.Platform, env: Machine['env']): string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ]
    return programs.flatMap((program) =>
      roots.flatMap((root) => (root ? win32.join(root, program) : [])),
    )
  }
  return ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium', '/opt/microsoft/msedge/msedge']
}

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK)
      return statSync(path).isFile()
    } catch {
      return false
    }
  },
}

if (import.meta.main) {
  try {
    const found = findBrowser()
    if (found.kind === 'none') throw new Error(found.reason)
    process.stdout.write(`${found.kind === 'installed' ? found.executable : found.kind}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
