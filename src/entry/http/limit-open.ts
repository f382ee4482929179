/** Limits how many requests of one kind are open at once. Who is already in stays in. */
import type { MiddlewareHandler } from 'hono'
import { refuse } from './respond.ts'

/** @param what as the refusal names it, such as «event streams» */
export function limitOpen(most: number, what: string): MiddlewareHandler {
  let open = 0
  return async (context, next) => {
    if (open >= most) {
      context.header('Retry-After', '5')
      return refuse(context, 429, `${most} ${what} are open already`, 'close one and try again')
    }
    open += 1
    let isOver = false
    const leave = () => {
      if (!isOver) open -= 1
      isOver = true
    }
    try {
      await next()
    } catch (error) {
      leave()
      throw error
    }
    const { res } = context
    if (!res.body) return leave()
    context.res = new Response(untilOver(res.body, leave), res)
  }
}

/** The same bytes; calls back when they end, however they do. */
function untilOver(body: ReadableStream<Uint8Array>, onOver: () => void): ReadableStream {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        onOver()
        controller.close()
      } catch (error) {
        onOver()
        controller.error(error)
      }
    },
    async cancel(reason) {
      onOver()
      await reader.cancel(reason)
    },
  })
}
