/**
 * run/sign-ins.json: the pages that may use the dashboard. Each page has its own key and proves it
 * to every new daemon. A sign-in is bound to its port, so a program that takes the port later gains
 * nothing.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { tryTo } from '../../home/try-to.ts'
import { writeFileAtomically } from '../../home/write-files.ts'

export interface SignIn {
  readonly id: string
  /** In hexadecimal. */
  readonly key: string
}

export interface SignIns {
  add(port: number): SignIn
  /** @param proof `<id>.<HMAC-SHA-256 of the run with the key, in hexadecimal>` */
  isProven(proof: string, run: string, port: number): boolean
}

const fileSchema = z.object({
  signIns: z.array(
    z.object({ id: z.string(), key: z.string(), port: z.int(), until: z.iso.datetime() }),
  ),
})

const signInDays = 30
/** Every page load adds one; the oldest are dropped. */
const mostSignIns = 200

export function openSignIns(file: string, now: () => Date): SignIns {
  let signIns = read(file)
  const valid = () => {
    const time = now().toISOString()
    return signIns.filter(({ until }) => until > time)
  }
  return {
    add(port) {
      const id = randomBytes(9).toString('hex')
      const key = randomBytes(32).toString('hex')
      const until = new Date(now().getTime() + signInDays * 86_400_000).toISOString()
      signIns = [...valid(), { id, key, port, until }].slice(-mostSignIns)
      writeFileAtomically(file, `${JSON.stringify({ signIns }, null, 2)}\n`, { mode: 0o600 })
      return { id, key }
    },
    isProven(proof, run, port) {
      const [id = '', given = ''] = proof.split('.')
      const found = valid().find((signIn) => signIn.id === id && signIn.port === port)
      return found !== undefined && isEqual(given, prove(found.key, run))
    },
  }
}

function prove(key: string, run: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(run).digest('hex')
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** An unreadable file only signs everyone out. */
function read(file: string): z.infer<typeof fileSchema>['signIns'] {
  return tryTo(() => fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).signIns) ?? []
}
