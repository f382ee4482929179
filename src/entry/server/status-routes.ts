/** For balancers and monitoring, under whatever name they reach this process. */
import type { Hono } from 'hono'
import type { ServerParts } from './server-parts.ts'

export function serveStatus(app: Hono, { isReady, metrics, version }: ServerParts): void {
  app.get('/health', (context) => context.json({ status: 'ok', version }))
  app.get('/ready', async (context) =>
    (await isReady())
      ? context.json({ status: 'ready' })
      : context.json({ status: 'not ready' }, 503),
  )
  app.get('/metrics', async (context) => {
    const text = metrics.render(await isReady())
    return context.body(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
}
