/** An endpoint of an OpenAI-like API, however much of its address was given. */

/** With or without `/v1`, with or without the last part. */
export function apiUrl(given: string, endpoint: string): string {
  const base = given.replace(/\/+$/, '')
  if (base.endsWith(`/${endpoint}`)) return base
  return /\/v\d+[a-z]*(\/|$)/.test(new URL(base).pathname)
    ? `${base}/${endpoint}`
    : `${base}/v1/${endpoint}`
}
