/** `throughline demo` ends with an address that shows what the demo did. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { useBrowser } from '../support/browser/dashboard-world.ts'
import { it } from '../support/browser/it.ts'
import { createWorld, waitFor } from '../support/homes/world.ts'

const used = useBrowser()
const program = new URL('../../bin/throughline.js', import.meta.url).pathname

it('opens the dashboard with the session of the demo, and ends well', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  const demo = spawn(process.execPath, [program, 'demo', '--stay'], { env: world.env })
  world.watch(demo)
  let said = ''
  demo.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const link = await waitFor('the address', () => /in your browser: (\S+)/.exec(said)?.[1], 60_000)
  // The link works again, in another browser too.
  await (await used.browser.openStranger()).page.goto(link)
  const { page, faults } = await used.browser.openStranger()
  await page.goto(link)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Show the delivery fee in the order confirmation mail').first().waitFor()
  const origin = new URL(page.url()).origin
  await page.goto(`${origin}/memories`)
  await page.getByText('Always run npm test before you commit here.').waitFor()
  expect(faults).toEqual([])
  demo.kill('SIGINT')
  expect(await once(demo, 'exit')).toEqual([0, null])
})
