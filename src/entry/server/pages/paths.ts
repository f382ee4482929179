import { peopleRoutes } from '../../../contract/team/routes.ts'

/** Where the pages for people who are signed in are. */
export const paths = {
  overview: '/',
  memories: '/memories',
  memory: '/memories/:id',
  editMemory: '/memories/:id/edit',
  forgetMemory: '/memories/:id/forget',
  sessions: '/sessions',
  review: '/review',
  resolve: '/review/:id',
  members: '/members',
  invite: '/members/invitations',
  revokeInvitation: '/members/invitations/:id/revoke',
  role: '/members/:id/role',
  remove: '/members/:id/remove',
  endSignIn: '/members/sign-ins/:id/end',
  keys: '/keys',
  rotateKey: '/keys/:id/rotate',
  revokeKey: '/keys/:id/revoke',
  usage: '/usage',
  audit: '/audit',
  health: '/status',
  signOut: '/sign-out',
} as const

export function withId(path: string, id: string): string {
  return path.replace(':id', encodeURIComponent(id))
}

/** The page that a one-time link opens. */
export function linkTo(publicUrl: URL, code: string): string {
  return new URL(`${peopleRoutes.joinPage}/${code}`, publicUrl).href
}
