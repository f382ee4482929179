/** A statement that was changed on its page and as a memory, each to something else. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { World } from '../homes/world.ts'

const statement = 'Table-driven tests, one file per handler.'

/** With the wiki of the project open. Once is enough. */
export async function makeWikiConflict(page: Page, world: World): Promise<void> {
  const [row] = world.rows('SELECT id FROM memories WHERE content = ?', statement)
  if (row) {
    const change = { id: row.id, content: 'Table-driven tests, one file per package.' }
    const headers = `{ authorization: 'Bearer ' + localStorage['throughline-proof'], 'content-type': 'application/json' }`
    await page.evaluate(
      `fetch('/api/memories/update', { method: 'POST', headers: ${headers}, body: '${JSON.stringify(change)}' })`,
    )
    changePage(world)
    await page.reload()
  }
  await page.getByRole('heading', { name: '1 conflict' }).waitFor()
}

function changePage(world: World): void {
  const folder = join(world.paths.root, 'wiki')
  for (const name of globSync('**/*.md', { cwd: folder })) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    if (text.includes(`- ${statement}`)) {
      writeFileSync(
        file,
        text.replace(`- ${statement}`, '- Table-driven tests, one file per route.'),
      )
    }
  }
}
