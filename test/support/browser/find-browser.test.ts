import { describe, expect, it } from 'vitest'
import { findBrowser, type Machine } from './find-browser.ts'

function machine(changes: Partial<Machine>, ...executables: string[]): Machine {
  return {
    platform: 'linux',
    arch: 'x64',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isExecutable: (path) => executables.includes(path),
    ...changes,
  }
}

const arm64 = { arch: 'arm64' }

describe('THROUGHLINE_BROWSER', () => {
  const env = { PATH: '/usr/bin', THROUGHLINE_BROWSER: '/my/browser' }

  it('is taken before any installed browser', () => {
    const found = findBrowser(machine({ env }, '/my/browser', '/usr/bin/chromium'))
    expect(found).toEqual({ kind: 'installed', executable: '/my/browser' })
  })

  it('is an error when it names no executable file, even where another browser is installed', () => {
    expect(() => findBrowser(machine({ env }, '/usr/bin/chromium'))).toThrow(
      /^THROUGHLINE_BROWSER: there is no executable file \/my\/browser$/,
    )
  })

  it('can ask for none', () => {
    const none = { env: { PATH: '/usr/bin', THROUGHLINE_BROWSER: 'none' } }
    expect(findBrowser(machine(none, '/usr/bin/chromium')).kind).toBe('none')
  })
})

describe('an installed browser', () => {
  it.each([
    'chromium-headless-shell',
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'microsoft-edge',
    'microsoft-edge-stable',
  ])('is found on PATH as %s', (name) => {
    const executable = `/usr/bin/${name}`
    expect(findBrowser(machine(arm64, executable))).toEqual({ kind: 'installed', executable })
  })

  it('is taken before the one from npm', () => {
    const found = findBrowser(machine({}, '/usr/bin/chromium'))
    expect(found).toEqual({ kind: 'installed', executable: '/usr/bin/chromium' })
  })

  it('is Chrome if there are several', () => {
    const found = findBrowser(
      machine({}, '/usr/bin/microsoft-edge', '/usr/bin/chromium', '/usr/bin/google-chrome'),
    )
    expect(found).toEqual({ kind: 'installed', executable: '/usr/bin/google-chrome' })
  })

  it('is found on Linux where Chrome installs itself', () => {
    const executable = '/opt/google/chrome/chrome'
    expect(findBrowser(machine({ env: {} }, executable))).toEqual({ kind: 'installed', executable })
  })

  it('is found among the applications of a Mac', () => {
    const executable = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'
    expect(findBrowser(machine({ platform: 'darwin', ...arm64 }, executable))).toEqual({
      kind: 'installed',
      executable,
    })
  })

  it('is found among the programs of Windows, and on its PATH', () => {
    const env = { PATH: 'C:\\tools;D:\\bin', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }
    for (const executable of [
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
      'D:\\bin\\chrome.exe',
    ]) {
      const found = findBrowser(machine({ platform: 'win32', env }, executable))
      expect(found).toEqual({ kind: 'installed', executable })
    }
  })
})

describe('without an installed browser', () => {
  it('the npm package is used on x86-64 Linux', () => {
    expect(findBrowser(machine({}))).toEqual({ kind: 'npm-package' })
  })

  it.each([
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ] as const)('there is none on %s %s, and one line says what to install', (platform, arch) => {
    expect(findBrowser(machine({ platform, arch }))).toEqual({
      kind: 'none',
      reason: expect.stringMatching(/^no browser was found: install Chrome, Chromium or Edge .*$/),
    })
  })
})
