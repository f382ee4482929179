/** People, invitations, and the machines and browsers that are signed in. */
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { parseInput } from '../../../contract/parse-input.ts'
import {
  type InviteRequest,
  inviteRequest,
  type Member,
  type OpenInvitation,
  roleRequest,
} from '../../../contract/team/people.ts'
import { type Role, roles } from '../../../contract/team/vocabulary.ts'
import { mayGrant } from '../../../core/team/people/actor.ts'
import {
  findFormer,
  invite,
  listInvitations,
  revokeInvitation,
} from '../../../core/team/people/invitations.ts'
import { changeRole, listMembers, removeFromTeam } from '../../../core/team/people/members.ts'
import { endSignIn, listSignIns, type OpenSignIn } from '../../../core/team/people/tokens.ts'
import { formOf, idIn } from '../read-request.ts'
import type { ServerParts } from '../server-parts.ts'
import { htmlTable, postButton, when } from './elements.ts'
import type { Markup } from './layout.ts'
import { linkTo, paths, withId } from './paths.ts'
import { forVisitors, type TeamPage, type Visit } from './team-page.ts'

export function serveMembers(app: Hono, parts: ServerParts): void {
  const { people, publicUrl } = parts
  const visited = forVisitors(parts)
  const back = (context: Context) => context.redirect(paths.members, 303)
  /** Changes the member, invitation or sign-in of the path, then shows the page again. */
  const post = (path: string, change: (visit: Visit, id: string) => Promise<unknown>) =>
    app.post(
      path,
      visited(async (visit) => {
        await change(visit, idIn(visit.context))
        return back(visit.context)
      }),
    )
  app.get(
    paths.members,
    visited(async (visit) => {
      const { actor, isAdmin } = visit
      const [members, invitations, signIns] = await Promise.all([
        listMembers(people, actor),
        isAdmin ? listInvitations(people, actor) : [],
        listSignIns(people, actor),
      ])
      const content = html`${memberTable(visit, members)}
${isAdmin ? invitationForm(visit, invitations) : ''}
${signInTable(visit, signIns)}`
      return { title: 'Members', content }
    }),
  )
  app.post(
    paths.invite,
    visited(async ({ context, actor }) => {
      const request = parseInput(inviteRequest, Object.fromEntries(formOf(context)))
      const { email, role, person } = request
      const former = person ? undefined : await findFormer(people, actor, email)
      if (former) return whichPerson(request, former.name)
      const { code } = await invite(people, actor, email, role, person)
      return invited(email, linkTo(publicUrl(), code))
    }),
  )
  post(paths.revokeInvitation, ({ actor }, id) => revokeInvitation(people, actor, id))
  post(paths.role, ({ context, actor }, id) => {
    const { role } = parseInput(roleRequest, Object.fromEntries(formOf(context)))
    return changeRole(people, actor, id, role)
  })
  app.get(
    paths.remove,
    visited(async ({ context, actor }) => {
      const id = idIn(context)
      const member = (await listMembers(people, actor)).find((each) => each.id === id)
      return member ? removal(member) : back(context)
    }),
  )
  post(paths.remove, ({ actor }, id) => removeFromTeam(people, actor, id))
  post(paths.endSignIn, ({ actor }, id) => endSignIn(people, actor, id))
}

function memberTable(visit: Visit, members: readonly Member[]): Markup {
  const rows = members.map(
    (member) => html`<tr><td>${member.name}</td><td>${member.email}</td>
<td>${roleOf(visit, member)}</td><td>${when(member.joinedAt, visit.now)}</td>
${visit.isAdmin ? html`<td>${removeLink(visit, member)}</td>` : ''}</tr>`,
  )
  const heads = ['Name', 'Address', 'Role', 'Joined', ...(visit.isAdmin ? ['Remove'] : [])]
  return html`<section class="card"><h2>People</h2>${htmlTable(heads, rows, 'People')}</section>`
}

function roleOf({ actor, isAdmin }: Visit, { id, name, role }: Member): Markup | string {
  if (!isAdmin || id === actor.person.id || !mayGrant(actor.role, role)) return role
  return html`<form class="inline" method="post" action="${withId(paths.role, id)}">
${roleChoice(actor.role, `role-${id}`, role, `Role of ${name}`)}
<button class="second" type="submit">Change</button></form>`
}

function roleChoice(giver: Role, id: string, chosen: Role, label: string): Markup {
  const options = roles.filter((role) => mayGrant(giver, role))
  return html`<select id="${id}" name="role" aria-label="${label}">${options.map((role) =>
    role === chosen
      ? html`<option value="${role}" selected>${role}</option>`
      : html`<option value="${role}">${role}</option>`,
  )}</select>`
}

function removeLink({ actor }: Visit, { id, name, role }: Member): Markup | '' {
  if (id === actor.person.id || !mayGrant(actor.role, role)) return ''
  return html`<a href="${withId(paths.remove, id)}" aria-label="Remove ${name}">Remove</a>`
}

function removal({ id, name, email }: Member): TeamPage {
  const content = html`<section class="card">
<p>${name} (${email}) loses access at once, on every machine and with every key. What they shared
stays with the team.</p>
<form method="post" action="${withId(paths.remove, id)}">
<button class="danger" type="submit">Remove</button> <a href="${paths.members}">Cancel</a>
</form></section>`
  return { title: `Remove ${name}?`, content }
}

function invitationForm({ actor }: Visit, open: readonly OpenInvitation[]): Markup {
  const rows = open.map(
    ({ id, email, role, expiresAt }) => html`<tr><td>${email}</td><td>${role}</td>
<td>${expiresAt.slice(0, 10)}</td>
<td>${postButton(withId(paths.revokeInvitation, id), 'Revoke')}</td></tr>`,
  )
  const heads = ['Address', 'Role', 'Valid until', 'Revoke']
  return html`<section class="card"><h2>Invite someone</h2>
<form class="filters" method="post" action="${paths.invite}">
<p><label for="email">Address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off"></p>
<p><label for="invited-role">Role</label>${roleChoice(actor.role, 'invited-role', 'member', 'Role')}</p>
<button type="submit">Invite</button></form>
${open.length > 0 ? htmlTable(heads, rows, 'Open invitations') : ''}
<p class="quiet">An invitation is a link that works once, for seven days. It is not sent by mail:
copy it from the next page.</p></section>`
}

function whichPerson({ email, role }: InviteRequest, name: string): TeamPage {
  const content = html`<section class="card">
<p>${email} was the address of ${name}, who is no longer a member.</p>
<form method="post" action="${paths.invite}">
<input type="hidden" name="email" value="${email}"><input type="hidden" name="role" value="${role}">
<p><button type="submit" name="person" value="same">${name} comes back</button>
What they shared is theirs again.</p>
<p><button class="second" type="submit" name="person" value="new">Somebody else has it now</button>
They start with nothing of ${name}’s.</p>
<a href="${paths.members}">Cancel</a></form></section>`
  return { title: 'Who is it?', content }
}

function invited(email: string, link: string): TeamPage {
  const content = html`<section class="card">
<p>Send this link to ${email}. It works once, for seven days, and is not shown again.</p>
<p><code>${link}</code></p>
<p><a href="${paths.members}">Back to the members</a></p></section>`
  return { title: 'Invitation', content, status: 201 }
}

function signInTable({ actor, isAdmin, now }: Visit, signIns: readonly OpenSignIn[]): Markup {
  const rows = signIns.map(
    ({ id, kind, name, person, createdAt, lastUsedAt }) => html`<tr><td>${name}
${id === actor.credential.id ? html`<span class="badge">this browser</span>` : ''}</td>
<td>${kind}</td>${isAdmin ? html`<td>${person.name}</td>` : ''}
<td>${when(lastUsedAt ?? createdAt, now)}</td>
<td>${postButton(withId(paths.endSignIn, id), 'Sign out')}</td></tr>`,
  )
  const heads = ['Name', 'Type', ...(isAdmin ? ['Person'] : []), 'Last seen', 'Sign out']
  const title = isAdmin ? 'Machines and browsers' : 'Your machines and browsers'
  return html`<section class="card"><h2>${title}</h2>${htmlTable(heads, rows, title)}</section>`
}
