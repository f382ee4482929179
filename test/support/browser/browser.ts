/**
 * A real browser on a real daemon. A page that logs an error, violates the content security policy or
 * requests anything from another host fails its test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium as driver, type Page } from 'playwright-core'
import type { RunningDaemon } from '../processes/daemon.ts'
import { findBrowser } from './find-browser.ts'
import { unpackChromium } from './unpack-chromium.ts'

export interface TestBrowser {
  /**
   * Its own tab, signed in and loaded anew. It keeps what it has fetched, so this takes a third of the
   * processor time of a fresh profile.
   */
  visit(daemon: RunningDaemon, path: string, options?: PageOptions): Promise<SignedIn>
  /** A fresh profile that is signed in. */
  signIn(daemon: RunningDaemon, options?: PageOptions): Promise<SignedIn>
  /** A fresh profile that is not signed in. */
  openStranger(options?: PageOptions): Promise<Watched>
  /** Closes the fresh profiles that are still open and leaves the page that was visited. */
  leave(): Promise<void>
  close(): Promise<void>
}

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** Errors that the test causes on purpose, e.g. by killing the daemon. */
  readonly tolerated?: RegExp
}

export interface Watched {
  readonly page: Page
  /** Another tab of the same profile. */
  openTab(path: string): Promise<Page>
  /** Errors, warnings and foreign requests in any of its tabs so far. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

export interface SignedIn extends Watched {
  readonly origin: string
  /** Loads the page at this address. */
  go(path: string): Promise<void>
  /** Another view of the page that is loaded, as links lead to it: a quarter of the processor time. */
  show(path: string): Promise<void>
}

/**
 * Takes seconds, so a worker does it once.
 * @throws Error of one line when the browser does not start
 */
export async function openBrowser(): Promise<TestBrowser> {
  const executable = await locateBrowser()
  const home = mkdtempSync(join(shortTemporaryFolder(), 'browser-'))
  const removeHome = () =>
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  const browser = await launch(executable, home).catch((error: unknown) => {
    removeHome()
    throw error
  })
  // The driver ends the browser with this process, before this runs.
  process.once('exit', removeHome)
  let own: Profile | undefined
  let signedInTo: RunningDaemon | undefined

  async function visit(
    daemon: RunningDaemon,
    path: string,
    options: PageOptions = {},
  ): Promise<SignedIn> {
    own ??= await openProfile(browser, options)
    const tab = toSignedIn(own, daemon)
    const hash = signedInTo === daemon ? '' : await createSignInHash(daemon)
    await own.replacePage(tab.origin + path + hash, options)
    await own.page.getByRole('heading', { level: 1 }).waitFor()
    signedInTo = daemon
    return tab
  }

  return {
    visit,
    openStranger: (options = {}) => openProfile(browser, options),
    async signIn(daemon, options = {}) {
      const tab = toSignedIn(await openProfile(browser, options), daemon)
      await tab.go(`/${await createSignInHash(daemon)}`)
      return tab
    },
    async leave() {
      await own?.replacePage('about:blank')
      const others = browser.contexts().filter((context) => context !== own?.page.context())
      await Promise.all(others.map((context) => context.close()))
    },
    async close() {
      await browser.close()
      process.off('exit', removeHome)
      removeHome()
    },
  }
}

async function locateBrowser(): Promise<string> {
  const found = findBrowser()
  if (found.kind === 'none') throw new Error(found.reason)
  return found.kind === 'installed' ? found.executable : unpackChromium()
}

/**
 * The address bar is drawn by two web pages of its own for each window: a second of processor time.
 * The rest is the driver's own list, which this one replaces.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

async function launch(executablePath: string, home: string): Promise<Browser> {
  try {
    return await driver.launch({
      executablePath,
      // Without a sandbox it runs as root and in a container too.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--font-render-hinting=none',
        `--disable-features=${disabledFeatures.join(',')}`,
      ],
      headless: true,
      env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home },
    })
  } catch (error) {
    // The driver's message is thirty lines of flags and log.
    const [, code, signal] = /exitCode=(\d+)|signal=(SIG\w+)/.exec(String(error)) ?? []
    const [firstLine] = String(error).split('\n')
    const exit = code ? `it exited with code ${code}` : signal && `${signal} ended it`
    const reason = exit ?? firstLine
    throw new Error(`the browser ${executablePath} did not start: ${reason}`)
  }
}

interface Profile extends Watched {
  /** By one with these options and no faults yet. */
  replacePage(address: string, options?: PageOptions): Promise<void>
}

async function openProfile(browser: Browser, options: PageOptions): Promise<Profile> {
  const context = await browser.newContext({
    viewport: viewportOf(options),
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  const faults: string[] = []
  let { tolerated } = options
  context.on('page', (page) =>
    watch(page, (fault) => {
      if (!tolerated?.test(fault)) faults.push(fault)
    }),
  )
  const page = await context.newPage()
  return {
    page,
    faults,
    openTab: (path) => openTab(context, new URL(path, page.url()).href),
    close: () => context.close(),
    async replacePage(address, next = {}) {
      for (const tab of context.pages()) if (tab !== page) await tab.close()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.setViewportSize(viewportOf(next))
      await page.emulateMedia({ colorScheme: next.colorScheme ?? 'light' })
      // Over an empty page it would get a process of its own, which costs as much as the load.
      await page.goto(address, { waitUntil: 'commit' })
      faults.length = 0
      tolerated = next.tolerated
    },
  }
}

const viewportOf = ({ width = 1280, height = 800 }: PageOptions) => ({ width, height })

function toSignedIn(watched: Watched, daemon: RunningDaemon): SignedIn {
  const origin = `http://127.0.0.1:${daemon.port}`
  return {
    ...watched,
    origin,
    async go(path) {
      await watched.page.goto(origin + path)
      await watched.page.getByRole('heading', { level: 1 }).waitFor()
    },
    async show(path) {
      await watched.page.evaluate(
        `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
      )
    },
  }
}

export async function createSignInPath(daemon: RunningDaemon): Promise<string> {
  const response = await daemon.post('/api/sign-in-codes', {})
  return ((await response.json()) as { path: string }).path
}

async function createSignInHash(daemon: RunningDaemon): Promise<string> {
  return new URL(await createSignInPath(daemon), 'http://127.0.0.1').hash
}

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(url)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  return tab
}

/** Browsers log a policy violation as an error. */
function watch(page: Page, record: (fault: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') record(message.text())
  })
  page.on('pageerror', (error) => record(error.message))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    const isOwn = hostname === '127.0.0.1' || protocol === 'data:' || protocol === 'blob:'
    if (!isOwn) record(`requested ${request.url()}`)
  })
}

/** Chrome ends at once when the path of a socket it makes there exceeds 108 bytes, on a Mac 104. */
function shortTemporaryFolder(): string {
  return process.platform === 'darwin' ? '/tmp' : tmpdir()
}
