/** team.json: the team server and token of this home. Readable only by its owner. */
import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import type { HomePaths } from './paths.ts'
import { tryTo } from './try-to.ts'
import { writeFileAtomically } from './write-files.ts'

const named = z.object({ id: z.uuid(), name: z.string() })

const teamSignIn = z.object({
  /** The server's origin, such as https://memory.example.com */
  server: z.url({ protocol: /^https?$/ }),
  token: z.string().min(1),
  organisation: named,
  person: named,
})
export type TeamSignIn = z.infer<typeof teamSignIn>

type TeamPaths = Pick<HomePaths, 'team'>

/** @returns undefined if nobody signed in, or the file is not valid */
export function readTeamSignIn({ team }: TeamPaths): TeamSignIn | undefined {
  return tryTo(() => teamSignIn.parse(JSON.parse(readFileSync(team, 'utf8'))))
}

export function writeTeamSignIn({ team }: TeamPaths, signIn: TeamSignIn): void {
  writeFileAtomically(team, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 })
}

export function removeTeamSignIn({ team }: TeamPaths): void {
  rmSync(team, { force: true })
}
