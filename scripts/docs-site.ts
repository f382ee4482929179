/**
 * Builds the documentation into site/dist, with VitePress.
 *
 *     npm run docs
 *
 * VitePress and all it needs are installed into site/ the first time: 100 MB that neither users
 * nor tests need. Dead links fail the build.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listDocuments, readDocument } from './documents.ts'
import { toSitePage } from './site-pages.ts'

const root = join(import.meta.dirname, '..')
const site = join(root, 'site')

rmSync(join(site, 'pages'), { recursive: true, force: true })
for (const name of listDocuments()) {
  const page = toSitePage(name, readDocument(name))
  if (!page) continue
  const file = join(site, 'pages', page.name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, page.text)
}
cpSync(join(root, 'docs', 'images'), join(site, 'pages', 'images'), { recursive: true })
// Not `npm ci`: the lock lacks optional packages of other systems, which npm 11 refuses.
if (!existsSync(join(site, 'node_modules', 'vitepress'))) run('npm', ['install', '--no-save'])
run('npx', ['vitepress', 'build'])

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { cwd: site, stdio: 'inherit', shell: process.platform === 'win32' })
}
