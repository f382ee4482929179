/** A browser on a daemon in a temporary world, for a whole test file or for each test. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createWorld, type World } from '../homes/world.ts'
import { type DaemonOptions, type RunningDaemon, startDaemon } from '../processes/daemon.ts'
import { openBrowser, type PageOptions, type SignedIn, type TestBrowser } from './browser.ts'

export interface DashboardWorld {
  readonly browser: TestBrowser
  readonly world: World
  readonly daemon: RunningDaemon
  /** The signed-in tab that all tests share, loaded anew. */
  visit(path: string, options?: PageOptions): Promise<SignedIn>
  /** Replaces a daemon that was killed. */
  restartDaemon(): Promise<void>
}

export interface DashboardWorldOptions {
  /** Fills the world before its daemon starts. */
  readonly prepare?: (world: World) => Promise<void> | void
  readonly daemon?: DaemonOptions
}

/** One for all tests of a file. */
export function allInDashboardWorld(options: DashboardWorldOptions = {}): DashboardWorld {
  return inDashboardWorld(beforeAll, afterAll, options)
}

/** A fresh one for each test of a file; the browser stays. */
export function eachInDashboardWorld(options: DashboardWorldOptions = {}): DashboardWorld {
  return inDashboardWorld(beforeEach, afterEach, options)
}

/** The browser of this worker, for all tests of a file. */
export function useBrowser(): { readonly browser: TestBrowser } {
  let browser: TestBrowser
  beforeAll(async () => {
    running ??= openBrowser()
    browser = await running
  })
  afterAll(() => browser?.leave())
  return {
    get browser() {
      return browser
    },
  }
}

/** Ends with the worker: to start one for each file took two seconds of processor time. */
let running: Promise<TestBrowser> | undefined

/** Filling a large home takes long. */
const prepareMs = 180_000

function inDashboardWorld(
  before: typeof beforeAll | typeof beforeEach,
  after: typeof afterAll | typeof afterEach,
  { prepare, daemon: daemonOptions }: DashboardWorldOptions,
): DashboardWorld {
  let world: World
  let daemon: RunningDaemon

  async function restartDaemon(): Promise<void> {
    daemon = await startDaemon(world, daemonOptions)
  }

  before(async () => {
    world = createWorld()
    await prepare?.(world)
    await restartDaemon()
  }, prepareMs)
  // Any of these may be missing if the set-up failed half-way.
  after(() => world?.close())

  // Vitest runs these hooks in reverse; pages report errors once their daemon is gone.
  const used = useBrowser()

  return {
    get browser() {
      return used.browser
    },
    get world() {
      return world
    },
    get daemon() {
      return daemon
    },
    visit: (path, options) => used.browser.visit(daemon, path, options),
    restartDaemon,
  }
}
