/** What a person sees before anything was learned, or without a way to the daemon. */
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { World } from '../homes/world.ts'
import type { RunningDaemon } from '../processes/daemon.ts'
import type { SignedIn } from './browser.ts'

interface NewHome {
  readonly world: World
  readonly daemon: RunningDaemon
  readonly tab: SignedIn
}

type Reach = (home: NewHome) => Promise<unknown>

const at =
  (path: string): Reach =>
  ({ tab }) =>
    tab.go(path)

/** Reached one after the other, on one page. The last one ends the daemon. */
export const newHomeStates: Readonly<Record<string, Reach>> = {
  'new-home': at('/'),
  'new-search': at('/search'),
  'new-memories': at('/memories'),
  'new-forgotten': at('/forgotten'),
  'new-wiki': at('/wiki'),
  'new-sessions': at('/sessions'),
  'new-review': at('/review'),
  'new-context': at('/context'),
  'new-activity': at('/activity'),
  'no-such-page': at('/nowhere'),
  'import-offer': async ({ world, tab }) => {
    for (const agent of ['claude-code', 'codex', 'gemini']) {
      cpSync(`${histories}/${agent}/home`, world.userHome, { recursive: true })
    }
    await tab.go('/')
    await tab.page.getByRole('button', { name: 'Import them' }).waitFor()
  },
  'signed-out': async ({ tab: { page } }) => {
    await page.evaluate(`sessionStorage.kept = localStorage['${proof}']`)
    await page.evaluate(`localStorage['${proof}'] = 'ran.out'`)
    await page.reload()
    await page.getByRole('heading', { name: 'This browser is not signed in' }).waitFor()
  },
  'daemon-away': async ({ daemon, tab }) => {
    await tab.page.evaluate(`localStorage['${proof}'] = sessionStorage.kept`)
    await tab.go('/')
    await tab.page.getByRole('button', { name: 'Import them' }).waitFor()
    await daemon.kill('SIGKILL')
    await tab.page.getByText('The daemon does not answer.').waitFor()
  },
}

const proof = 'throughline-proof'
const histories = fileURLToPath(new URL('../../fixtures/import', import.meta.url))
