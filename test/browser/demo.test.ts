/** `throughline demo` ends with an address that shows what the demo did. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { openBrowser } from '../support/browser/browser.ts'
import { it } from '../support/browser/it.ts'
import { createWorld, waitFor } from '../support/homes/world.ts'

const program = new URL('../../bin/throughline.js', import.meta.url).pathname

it('opens the dashboard with the session of the demo, and ends well', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const demo = spawn(process.execPath, [program, 'demo', '--stay'], { env: world.env })
  world.watch(demo)
  let said = ''
  demo.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const link = await waitFor('the address', () => /The dashboard: (\S+)/.exec(said)?.[1], 60_000)
  const { page, faults } = await browser.openStranger()
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor()
  await page.getByText('The checkout total is off by a cent.').first().waitFor()
  await page.goto(new URL('/memories', link).href)
  await page.getByText('Always run npm test before you commit here.').waitFor()
  expect(faults).toEqual([])
  demo.kill('SIGINT')
  expect(await once(demo, 'exit')).toEqual([0, null])
})
