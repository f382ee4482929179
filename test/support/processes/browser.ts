/**
 * A real Chromium on a real daemon. A page that logs an error, breaks the content security policy or
 * asks another host for anything fails the test it is in.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from 'playwright-core'
import type { RunningDaemon } from './daemon.ts'

export interface TestBrowser {
  /** A fresh profile that is signed in, on the dashboard's first view. */
  signIn(daemon: RunningDaemon, options?: PageOptions): Promise<SignedIn>
  /** A fresh profile that is a stranger to the daemon. */
  openStranger(options?: PageOptions): Promise<Watched>
  close(): Promise<void>
}

export interface PageOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** Complaints that belong to the test, e.g. of a daemon that was killed. */
  readonly tolerated?: RegExp
}

export interface Watched {
  readonly page: Page
  /** Another tab of the same profile. */
  openTab(path: string): Promise<Page>
  /** What should not have happened in any of its tabs so far. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

export interface SignedIn extends Watched {
  readonly origin: string
  go(path: string): Promise<void>
}

/** Once for a test file: it takes seconds to start. */
export async function openBrowser(): Promise<TestBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'throughline-browser-'))
  const browser = await driver.launch({
    executablePath: await chromium.executablePath(),
    // Not those the package recommends: they switch the same-origin policy off.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
    headless: true,
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: makeFolder(home, 'tmp') },
  })

  async function open(options: PageOptions): Promise<Watched> {
    const context = await browser.newContext(toContextOptions(options))
    const faults: string[] = []
    context.on('page', (page) => watch(page, faults, options.tolerated))
    const page = await context.newPage()
    return {
      page,
      faults,
      openTab: (path) => openTab(context, new URL(path, page.url()).href),
      close: () => context.close(),
    }
  }

  return {
    openStranger: (options = {}) => open(options),
    async signIn(daemon, options = {}) {
      const origin = `http://127.0.0.1:${daemon.port}`
      const watched = await open(options)
      await watched.page.goto(origin + (await createSignInPath(daemon)))
      await watched.page.getByRole('heading', { level: 1 }).waitFor()
      return {
        ...watched,
        origin,
        async go(path) {
          await watched.page.goto(origin + path)
          await watched.page.getByRole('heading', { level: 1 }).waitFor()
        },
      }
    },
    async close() {
      await browser.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}

export async function createSignInPath(daemon: RunningDaemon): Promise<string> {
  const response = await daemon.post('/api/sign-in-codes', {})
  return ((await response.json()) as { path: string }).path
}

function toContextOptions(options: PageOptions): BrowserContextOptions {
  const { width = 1280, height = 800, colorScheme = 'light' } = options
  return { viewport: { width, height }, colorScheme, reducedMotion: 'reduce', locale: 'en-US' }
}

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(url)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  return tab
}

/** A violation of the policy is logged as an error too. */
function watch(page: Page, faults: string[], tolerated: RegExp | undefined): void {
  const note = (fault: string) => {
    if (!tolerated?.test(fault)) faults.push(fault)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text())
  })
  page.on('pageerror', (error) => note(error.message))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    const isOwn = hostname === '127.0.0.1' || protocol === 'data:' || protocol === 'blob:'
    if (!isOwn) note(`asked ${request.url()}`)
  })
}

function makeFolder(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  return folder
}
