/** API keys: your own, and everyone's for an admin. */
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { parseInput } from '../../../contract/parse-input.ts'
import {
  type ApiKey,
  createKeyRequest,
  peopleLimits,
  rotateKeyRequest,
} from '../../../contract/team/people.ts'
import { type KeyScope, keyScopes } from '../../../contract/team/vocabulary.ts'
import { mayHoldScope } from '../../../core/team/people/actor.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../../../core/team/people/keys.ts'
import { formOf, idIn } from '../read-request.ts'
import type { ServerParts } from '../server-parts.ts'
import { htmlTable, postButton, when } from './elements.ts'
import type { Markup } from './layout.ts'
import { paths, withId } from './paths.ts'
import { forVisitors, type TeamPage, type Visit } from './team-page.ts'

export function serveKeys(app: Hono, parts: ServerParts): void {
  const { people } = parts
  const visited = forVisitors(parts)
  app.get(
    paths.keys,
    visited(async (visit) => {
      const keys = await listKeys(people, visit.actor)
      return { title: 'Keys', content: html`${keyTable(visit, keys)}${keyForm(visit)}` }
    }),
  )
  app.post(
    paths.keys,
    visited(async ({ context, actor }) => {
      const form = formOf(context)
      const request = parseInput(createKeyRequest, {
        name: form.get('name'),
        scopes: form.getAll('scope'),
        days: Number(form.get('days')),
      })
      return shown(await createKey(people, actor, request))
    }),
  )
  app.post(
    paths.rotateKey,
    visited(async ({ context, actor }) => {
      const { graceHours } = parseInput(rotateKeyRequest, {})
      return shown(await rotateKey(people, actor, idIn(context), graceHours))
    }),
  )
  app.post(
    paths.revokeKey,
    visited(async ({ context, actor }) => {
      await revokeKey(people, actor, idIn(context))
      return context.redirect(paths.keys, 303)
    }),
  )
}

function keyTable({ actor, now }: Visit, keys: readonly ApiKey[]): Markup {
  if (keys.length === 0) return html`<p class="quiet">There are no keys.</p>`
  const rows = keys.map(
    ({ id, name, scopes, person, expiresAt, lastUsedAt }) => html`<tr><td>${name}</td>
<td>${person.name}</td><td>${scopes.join(', ')}</td>
<td>${expiresAt <= now.toISOString() ? 'expired' : expiresAt.slice(0, 10)}</td>
<td>${when(lastUsedAt, now)}</td>
<td>${person.id === actor.person.id ? postButton(withId(paths.rotateKey, id), 'Rotate') : ''}</td>
<td>${postButton(withId(paths.revokeKey, id), 'Revoke', 'danger')}</td></tr>`,
  )
  const heads = ['Name', 'Person', 'Scopes', 'Expires', 'Last used', 'Rotate', 'Revoke']
  return html`<section class="card"><h2>Keys</h2>${htmlTable(heads, rows, 'Keys')}
<p class="quiet">After a rotation the old secret works for 24 more hours.</p></section>`
}

const meanings: Readonly<Record<KeyScope, string>> = {
  recall: 'read memories',
  store: 'store memories',
  sync: 'sync like a machine',
  admin: 'manage people and keys',
}

function keyForm({ actor }: Visit): Markup {
  const scopes = keyScopes.filter((scope) => mayHoldScope(actor.role, scope))
  return html`<section class="card"><h2>New key</h2>
<p class="quiet">For CI and agents without a laptop. A key acts for you and ends with your membership.</p>
<form method="post" action="${paths.keys}">
<p><label for="name">Name</label>
<input id="name" name="name" required maxlength="${peopleLimits.keyNameCharacters}"></p>
<fieldset><legend>Scopes</legend>${scopes.map(
    (scope) => html`<label class="check"><input type="checkbox" name="scope" value="${scope}"
${scope === 'recall' ? 'checked' : ''}> ${scope}: ${meanings[scope]}</label>`,
  )}</fieldset>
<p><label for="days">Days until it expires</label>
<input id="days" name="days" type="number" min="1" max="${peopleLimits.keyDays}" value="90" required></p>
<button type="submit">Create</button></form></section>`
}

function shown({ key, secret }: { readonly key: ApiKey; readonly secret: string }): TeamPage {
  const content = html`<section class="card">
<p>Copy the secret of ${key.name} now. It is not shown again.</p>
<p><code>${secret}</code></p>
<p><a href="${paths.keys}">Back to the keys</a></p></section>`
  return { title: 'Secret of the key', content, status: 201 }
}
