/**
 * run/sign-ins.json: which browsers may use the dashboard. Stored on disk, so pages stay signed in
 * when the daemon restarts, and as hashes, so the file grants no access.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeFileAtomically } from '../../home/write-atomic.ts'
import { sha256 } from '../ids.ts'

export interface SignIns {
  /** Cookie name, different per home, because browsers send cookies to every port. */
  readonly cookie: string
  /** @returns the secret the browser sends from now on */
  add(): string
  has(secret: string): boolean
}

const fileSchema = z.object({
  signIns: z.array(z.object({ hash: z.string(), until: z.iso.datetime() })),
})
type SignIn = z.infer<typeof fileSchema>['signIns'][number]

export const signInDays = 30
/** The oldest are dropped. */
const mostSignIns = 50

export function openSignIns(file: string, now: () => Date): SignIns {
  let signIns = read(file)
  const valid = () => {
    const time = now().toISOString()
    return signIns.filter(({ until }) => until > time)
  }
  return {
    cookie: `throughline-${sha256(file).slice(0, 8)}`,
    add() {
      const secret = randomBytes(32).toString('base64url')
      const until = new Date(now().getTime() + signInDays * 86_400_000).toISOString()
      signIns = [...valid(), { hash: sha256(secret), until }].slice(-mostSignIns)
      writeFileAtomically(file, `${JSON.stringify({ signIns }, null, 2)}\n`)
      return secret
    },
    has(secret) {
      const hashed = sha256(secret)
      return valid().some((signIn) => signIn.hash === hashed)
    },
  }
}

/** An unreadable file signs everyone out, nothing worse. */
function read(file: string): SignIn[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).signIns
  } catch {
    return []
  }
}
