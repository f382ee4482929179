/**
 * The generated parts of the pages below.
 *
 *     node scripts/reference-docs.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { renderCommands } from './reference/cli.ts'
import { renderDecisions } from './reference/decisions.ts'
import { renderRequests } from './reference/http.ts'
import { renderTools } from './reference/mcp.ts'
import { renderSettings } from './reference/settings.ts'

const generated = /(<!-- reference.*? -->\n).*(<!-- \/reference -->)/s

/** Each page with what stands between its marks. */
export const referencePages = [
  { name: 'docs/cli.md', render: renderCommands },
  { name: 'docs/settings.md', render: renderSettings },
  { name: 'docs/http.md', render: renderRequests },
  { name: 'docs/mcp.md', render: renderTools },
  { name: 'docs/decisions/index.md', render: renderDecisions },
] as const

export type ReferencePage = (typeof referencePages)[number]

export function readReference({ name }: ReferencePage): string {
  return readFileSync(pageUrl(name), 'utf8')
}

/** The page as it should be. */
export async function renderReference(page: ReferencePage): Promise<string> {
  const body = await page.render()
  return readReference(page).replace(
    generated,
    (_, start: string, end: string) => start + body + end,
  )
}

const pageUrl = (name: string) => new URL(`../${name}`, import.meta.url)

if (import.meta.main) {
  for (const page of referencePages) writeFileSync(pageUrl(page.name), await renderReference(page))
}
