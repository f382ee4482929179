/** One memory with its history, to edit or to forget. */
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { isAtLeast } from '../../../contract/team/vocabulary.ts'
import { memoryLimits } from '../../../contract/vocabulary.ts'
import type { ReportedMemory } from '../../../core/ports/team/team-report-store.ts'
import type { SyncConflict, SyncRevision } from '../../../core/ports/team/team-sync-store.ts'
import type { Actor } from '../../../core/team/people/actor.ts'
import { type MemoryReport, readMemoryReport } from '../../../core/team/report/team-reports.ts'
import { pushOne } from '../../../core/team/server/push.ts'
import { formOf } from '../read-request.ts'
import type { ServerParts } from '../server-parts.ts'
import { kindBadge, projectName, when, withCode } from './elements.ts'
import { alert, type Markup } from './layout.ts'
import { paths, withId } from './paths.ts'
import { forVisitors, type TeamPage, type Visit } from './team-page.ts'

export function serveMemory(app: Hono, parts: ServerParts): void {
  const { reports, sync } = parts
  const visited = forVisitors(parts)
  const withMemory = (work: (visit: Visit, report: MemoryReport) => Promise<TeamPage | Response>) =>
    visited(async (visit) => {
      const id = z.uuid().safeParse(visit.context.req.param('id'))
      const report = id.success ? await readMemoryReport(reports, visit.actor, id.data) : undefined
      return report ? work(visit, report) : noMemory
    })
  app.get(
    paths.memory,
    withMemory(async (visit, report) => memoryPage(visit, report)),
  )
  app.get(
    paths.editMemory,
    withMemory(async (_, { memory }) => editForm(memory, memory.text.content, memory.version)),
  )
  app.post(
    paths.editMemory,
    withMemory(async ({ context, actor, now }, { memory }) => {
      const form = formOf(context)
      const content = (form.get('content') ?? '').replaceAll('\r\n', '\n')
      const base = Number(form.get('version'))
      if (base !== memory.version)
        return editForm(memory, content, memory.version, changedMeanwhile)
      const text = { ...memory.text, content, updatedAt: now.toISOString() }
      await pushOne(sync, actor, { ...operationOn(memory), type: 'put', base, text })
      return context.redirect(withId(paths.memory, memory.id), 303)
    }),
  )
  app.get(
    paths.forgetMemory,
    withMemory(async (_, { memory }) => forgetForm(memory)),
  )
  app.post(
    paths.forgetMemory,
    withMemory(async ({ context, actor }, { memory }) => {
      await pushOne(sync, actor, { ...operationOn(memory), type: 'forget' })
      return context.redirect(paths.memories, 303)
    }),
  )
}

const operationOn = ({ id, project }: ReportedMemory) => ({
  ...{ key: randomUUID(), id, project: project.id },
})

const changedMeanwhile =
  'Someone has changed it since. Read their version on its page, then save yours or leave it.'

function memoryPage(
  { actor, now }: Visit,
  { memory, revisions, conflicts }: MemoryReport,
): TeamPage {
  const { id, text, project, author, creator, changedAt } = memory
  const facts: [string, Markup | string][] = [
    ['Kind', kindBadge(text.kind)],
    ['Project', projectName(project)],
    ['Written by', author.name],
    ...(creator.id === author.id ? [] : [['Shared first by', creator.name] as [string, string]]),
    ['First stated', when(text.createdAt, now)],
    ['Last change', when(changedAt ?? text.updatedAt, now)],
    ...labels('Tags', text.tags),
    ...labels('Files', text.files),
    ['Id', html`<code>${id}</code>`],
  ]
  const content = html`<section class="card"><p class="statement">${withCode(text.content)}</p>
${text.validTo ? html`<p class="quiet">Superseded ${when(text.validTo, now)}.</p>` : ''}
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${actions(actor, memory)}</section>
${conflicts.length > 0 ? changes('Changes that lost', conflicts, ({ at }) => when(at, now)) : ''}
${
  revisions.length > 0
    ? changes('Former versions', revisions, ({ replacedAt }) => when(replacedAt, now))
    : ''
}`
  return { title: 'Memory', content }
}

/** The actions that would be accepted. */
function actions({ person, role }: Actor, { id, creator }: ReportedMemory): Markup | '' {
  if (!isAtLeast(role, 'member')) return ''
  const mayForget = creator.id === person.id || isAtLeast(role, 'admin')
  return html`<p><a href="${withId(paths.editMemory, id)}">Edit</a>
${mayForget ? html` · <a href="${withId(paths.forgetMemory, id)}">Forget</a>` : ''}</p>`
}

function labels(name: string, values: readonly string[]): [string, string][] {
  return values.length > 0 ? [[name, values.join(', ')]] : []
}

function changes<Change extends SyncConflict | SyncRevision>(
  title: string,
  found: readonly Change[],
  at: (change: Change) => Markup | string,
): Markup {
  return html`<section class="card"><h2>${title}</h2><ul class="memories">${found.map(
    (change) => html`<li><p>${withCode(change.text.content)}</p>
<p class="quiet">${change.author.name} · ${at(change)}</p></li>`,
  )}</ul></section>`
}

function editForm(
  { id }: ReportedMemory,
  content: string,
  version: number,
  problem?: string,
): TeamPage {
  return {
    title: 'Edit a memory',
    content: html`${alert(problem)}
<form class="card" method="post" action="${withId(paths.editMemory, id)}">
<input type="hidden" name="version" value="${version}">
<label for="content">What it says</label>
<textarea id="content" name="content" rows="6" required
maxlength="${memoryLimits.contentCharacters}">${content}</textarea>
<p class="quiet">You will be named as its author; the former version stays in its history.</p>
<button type="submit">Save</button> <a href="${withId(paths.memory, id)}">Cancel</a>
</form>`,
    status: problem === undefined ? 200 : 409,
  }
}

function forgetForm({ id, text }: ReportedMemory): TeamPage {
  const content = html`<form class="card" method="post" action="${withId(paths.forgetMemory, id)}">
<p class="statement">${withCode(text.content)}</p>
<p>It disappears for everyone, with its history, on every machine that syncs.</p>
<button class="danger" type="submit">Forget</button>
<a href="${withId(paths.memory, id)}">Cancel</a></form>`
  return { title: 'Forget this memory for everyone?', content }
}

const noMemory: TeamPage = {
  title: 'There is no such memory',
  content: html`<p>It was forgotten or taken back, or it was never shared with you.</p>
<p><a href="${paths.memories}">All memories</a></p>`,
  status: 404,
}
