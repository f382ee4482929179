/** Small pieces that several pages show. */
import { html } from 'hono/html'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { ago, count } from '../../../contract/wording.ts'
import type {
  DayCount,
  ReportedDigest,
  ReportedMemory,
} from '../../../core/ports/team/team-report-store.ts'
import type { Markup } from './layout.ts'
import { paths, withId } from './paths.ts'

/** How long ago; the exact time is its title. */
export function when(time: string | undefined, now: Date): Markup | string {
  if (time === undefined) return 'never'
  return html`<time datetime="${time}" title="${utc(time)}">${ago(time, now)}</time>`
}

/** `2026-11-17 13:45 UTC`. */
export function utc(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

export function kindBadge(kind: MemoryKind): Markup {
  return html`<span class="badge kind-${kind}">${kind}</span>`
}

export function memoryList(memories: readonly ReportedMemory[], now: Date): Markup {
  return html`<ul class="memories">${memories.map((memory) => memoryItem(memory, now))}</ul>`
}

function memoryItem({ id, text, author, project, changedAt }: ReportedMemory, now: Date): Markup {
  return html`<li>
<p><a href="${withId(paths.memory, id)}">${withCode(text.content)}</a></p>
<p class="quiet">${kindBadge(text.kind)} ${author.name} · ${projectName(project)} ·
${when(changedAt ?? text.updatedAt, now)}</p>
</li>`
}

/** Shows text between backticks as code. */
export function withCode(text: string): Markup[] {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`))
}

export function digestList(digests: readonly ReportedDigest[], now: Date): Markup {
  return html`<ul class="memories">${digests.map((digest) => digestItem(digest, now))}</ul>`
}

function digestItem({ text, author, project }: ReportedDigest, now: Date): Markup {
  const { branch, turns, endedAt, content } = text
  const where = branch === undefined ? projectName(project) : `${projectName(project)}, ${branch}`
  return html`<li>
<p class="quiet">${author.name} · ${where} · ${when(endedAt, now)} · ${count(turns, 'turn')}</p>
<p class="digest">${content}</p>
</li>`
}

export function projectName({ type, name }: ReportedMemory['project']): string {
  return type === 'personal' ? 'Your machines only' : name
}

const chart = { step: 24, bar: 18, height: 72 }

/** A bar per day, with a table for people who cannot see it. */
export function dayChart(days: readonly DayCount[]): Markup {
  const most = Math.max(1, ...days.map(({ changes }) => changes))
  const sum = days.reduce((total, { changes }) => total + changes, 0)
  const bars = days.map(({ day, changes }, index) => {
    const height = changes === 0 ? 1 : Math.max(3, Math.round((changes / most) * chart.height))
    const y = chart.height - height
    return html`<rect x="${index * chart.step}" y="${y}" width="${chart.bar}" height="${height}"
rx="2"><title>${day}: ${changes}</title></rect>`
  })
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const label = `${sum} changes from ${first} to ${last}, at most ${most} in a day`
  return html`<figure class="chart">
<svg viewBox="0 0 ${days.length * chart.step} ${chart.height}" preserveAspectRatio="none" role="img"
aria-label="${label}">${bars}</svg>
<figcaption class="quiet"><span>${first}</span><span>${last}</span></figcaption>
</figure>`
}

/** A button that posts to `action`. */
export function postButton(action: string, name: string, style = 'second'): Markup {
  return html`<form method="post" action="${action}">
<button class="${style}" type="submit">${name}</button></form>`
}

/** A column's name; one of numbers is aligned to the right. */
export type ColumnHead = string | { readonly number: string }

/** A table that scrolls if its rows are too wide. */
export function htmlTable(
  heads: readonly ColumnHead[],
  rows: readonly Markup[],
  label: string,
): Markup {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table><thead><tr>${heads.map(headCell)}</tr></thead>
<tbody>${rows}</tbody></table></div>`
}

function headCell(head: ColumnHead): Markup {
  return typeof head === 'string'
    ? html`<th scope="col">${head}</th>`
    : html`<th scope="col" class="number">${head.number}</th>`
}

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
