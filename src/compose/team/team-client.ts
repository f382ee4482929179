/** The team server of this home, for commands. */
import {
  openPeopleClient,
  openSignInServer,
  type PeopleClient,
} from '../../adapters/team-server/people-client.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { HomePaths } from '../../home/paths.ts'
import { readTeamSignIn, type TeamSignIn, writeTeamSignIn } from '../../home/team-sign-in.ts'

export type { PeopleClient, TeamSignIn }

/** Connects without a token, to sign in, or with another than this home's. */
export function connectToServer(server: string, token?: string) {
  return { people: openPeopleClient({ server, token }), signIn: openSignInServer({ server }) }
}

/** @throws `not-signed-in` */
export function openTeam(paths: HomePaths): { people: PeopleClient; signIn: TeamSignIn } {
  const signIn = readTeamSignIn(paths)
  if (signIn) return { people: openPeopleClient(signIn), signIn }
  throw new ThroughlineError('not-signed-in', 'this machine is not signed in to a team server', {
    hint: 'throughline login URL',
  })
}

export async function keepSignIn(
  paths: HomePaths,
  server: string,
  token: string,
): Promise<TeamSignIn> {
  const { organisation, person } = await openPeopleClient({ server, token }).authCheck()
  const signIn = { server, token, organisation, person }
  writeTeamSignIn(paths, signIn)
  return signIn
}
