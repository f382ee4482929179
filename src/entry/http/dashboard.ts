/** The dashboard's static files: its page for every view, and what the page loads. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context, Hono } from 'hono'
import { packageFolder } from '../../home/program-files.ts'
import { refuse } from './respond.ts'

/** The same folder if the program runs from source. */
export const builtDashboard = join(packageFolder, 'dist', 'dashboard')

/** Files without user data. They need no sign-in, since the page that signs in uses them. */
export const publicFiles = /^\/(assets\/[\w-]+(\.[\w-]+)+|favicon\.svg)$/

const page = 'text/html; charset=utf-8'
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Register it last: any page that no other route serves is a view. */
export function serveDashboard(app: Hono, folder: string): void {
  app.get('*', async (context, next) => {
    const { path } = context.req
    if (publicFiles.test(path)) return serveFile(context, folder, path)
    return wantsPage(context) ? servePage(context, folder) : next()
  })
}

/** A person opened the address in a browser; it is no program asking for data. */
export function wantsPage({ req }: Context): boolean {
  const isOurs = !/^\/(api|hooks|mcp|health)(\/|$)/.test(req.path)
  return isOurs && req.method === 'GET' && (req.header('accept') ?? '').includes('text/html')
}

async function serveFile(context: Context, folder: string, path: string): Promise<Response> {
  const body = await read(folder, path)
  if (!body) return refuse(context, 404, 'there is nothing here')
  const isHashed = path.startsWith('/assets/')
  return context.body(body, 200, {
    'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
}

/** The same for every view and for everyone: it contains nothing of the user's. */
async function servePage(context: Context, folder: string): Promise<Response> {
  const body = await read(folder, 'index.html')
  if (!body) return refuse(context, 503, 'the dashboard is not built', 'npm run build')
  return context.body(body, 200, {
    'Content-Type': page,
    'Cache-Control': 'no-store',
  })
}

async function read(folder: string, path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(join(folder, path)))
  } catch {
    return undefined
  }
}
