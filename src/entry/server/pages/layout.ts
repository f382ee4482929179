/** What all pages share. `html` escapes every value that is put into it. */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export type Markup = ReturnType<typeof html>

export const stylePath = '/style.css'

export function page(
  context: Context,
  title: string,
  content: Markup,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  const body = html`<main class="narrow">
<h1>${title}</h1>
${content}
</main>`
  return context.html(wholeDocument(title, body), status)
}

export function wholeDocument(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Throughline</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
${body}
</body>
</html>
`
}

export function alert(message: string | undefined): Markup | '' {
  return message === undefined ? '' : html`<p class="alert" role="alert">${message}</p>`
}
