/** An operation's input as an HTTP request: parts of the path, then the query or the body. */

export interface Route {
  readonly method: 'get' | 'post'
  readonly path: string
}

export interface HttpRequest {
  readonly url: string
  readonly init: RequestInit
}

type Fields = Readonly<Record<string, unknown>>

export function toRequest({ method, path }: Route, input: Fields): HttpRequest {
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return encodeURIComponent(value)
  })
  if (method === 'get') return { url: url + toQuery(fields), init: {} }
  return {
    url,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(fields)),
    },
  }
}

/** Lists are separated by commas. */
function toQuery(fields: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? '' : `?${query}`
}
