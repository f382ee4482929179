/**
 * Takes screenshots of every dashboard view on a sample home: dark and light, wide and 380 px.
 *
 *     npm run screenshots [folder]
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openBrowser, type SignedIn, type TestBrowser } from '../test/support/browser/browser.ts'
import { makeSampleHome } from '../test/support/homes/sample-home.ts'
import { createWorld, type World, waitFor } from '../test/support/homes/world.ts'
import { type RunningDaemon, startDaemon } from '../test/support/processes/daemon.ts'

const root = join(import.meta.dirname, '..')
const folder = resolve(process.argv[2] ?? join(root, 'docs', 'images', 'dashboard'))
const sizes = { wide: { width: 1280, height: 860 }, narrow: { width: 380, height: 800 } }

/** Evaluated in the page: nothing is loading, nothing moves. */
const isSettled = `!document.querySelector('.skeleton, .chart > div:empty') &&
  document.getAnimations().every(({ playState }) => playState !== 'running')`

mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
const world = createWorld()
try {
  await makeSampleHome(world)
  const daemon = await startDaemon(world)
  await settle(daemon)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      await shootAll(browser, daemon, { colorScheme, ...viewport }, `${colorScheme}-${size}`)
    }
  }
} finally {
  await browser.close()
  await world.close()
}

async function shootAll(
  browser: TestBrowser,
  daemon: RunningDaemon,
  options: Parameters<TestBrowser['signIn']>[1],
  suffix: string,
): Promise<void> {
  const signedIn = await browser.signIn(daemon, options)
  for (const [name, path] of Object.entries(viewsOf(world)))
    await shoot(signedIn, name, path, suffix)
  for (const fault of signedIn.faults) process.stderr.write(`${suffix}: ${fault}\n`)
  await signedIn.close()
}

async function shoot(
  signedIn: SignedIn,
  name: string,
  path: string,
  suffix: string,
): Promise<void> {
  await signedIn.go(path)
  // Polled from here: the driver's own polling needs `eval`, which the page's policy forbids.
  await waitFor(`${name} to settle`, () => signedIn.page.evaluate<boolean>(isSettled))
  await signedIn.page.screenshot({ path: join(folder, `${name}-${suffix}.png`) })
}

function viewsOf(world: World): Record<string, string> {
  const memory = world.rows(
    'SELECT id FROM memories ORDER BY version DESC, importance DESC LIMIT 1',
  )
  const session = world.rows(
    'SELECT session_id AS id FROM turns GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  )
  return {
    now: '/',
    search: '/search?query=money',
    memories: '/memories',
    memory: `/memories/${memory[0]?.id}`,
    wiki: '/wiki',
    'wiki-page': '/wiki/page?path=index.md',
    sessions: '/sessions',
    session: `/sessions/${session[0]?.id}`,
    review: '/review',
    context: '/context',
    costs: '/costs',
    settings: '/settings',
  }
}

/** The daemon first writes the digests of the sample sessions. */
async function settle(daemon: RunningDaemon): Promise<void> {
  await waitFor(
    'the jobs to be done',
    async () => {
      const response = await daemon.request('/api/jobs')
      const { counts } = (await response.json()) as { counts: { status: string }[] }
      return !counts.some(({ status }) => status === 'running' || status === 'pending')
    },
    60_000,
  )
}
