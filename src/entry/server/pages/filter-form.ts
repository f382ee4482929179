/** Parts of the forms that filter a list. */
import { html } from 'hono/html'
import type { Markup } from './layout.ts'

interface Choice {
  readonly value: string
  readonly name: string
}

/** A list to choose from, in which nothing chosen means everything. */
export function choiceOf(
  name: string,
  label: string,
  chosen: string | undefined,
  options: readonly Choice[],
  everything = 'All',
): Markup {
  const all = [{ value: '', name: everything }, ...options]
  return html`<p><label for="${name}">${label}</label><select id="${name}" name="${name}">${all.map(
    (option) =>
      option.value === (chosen ?? '')
        ? html`<option value="${option.value}" selected>${option.name}</option>`
        : html`<option value="${option.value}">${option.name}</option>`,
  )}</select></p>`
}

/** The page with these filters. */
export function queryLink(
  path: string,
  filters: Readonly<Record<string, string | number | undefined>>,
): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) address.set(name, String(value))
  }
  return `${path}?${address}`
}
