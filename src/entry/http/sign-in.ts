/**
 * How a page of the dashboard signs in (decision 20). `throughline dashboard` opens an address with a
 * one-time code in its fragment, which no server sees. The page exchanges it for a key, keeps that in
 * memory, and sends with every request a proof that is valid for this run of the daemon only. Nothing is
 * a cookie: browsers send those to every port of this machine.
 */

import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { SignIns } from '../../compose/presence.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { parseBody } from './body.ts'
import { refuse } from './respond.ts'

export interface SignInParts {
  readonly signIns: SignIns
  readonly codes: OneTimeCodes
  /** Names this run of the daemon; anyone may know it. */
  readonly run: string
  /** Where the daemon listens. */
  readonly port: () => number
  /** How to call `throughline` for this home; anyone on this machine may know it. */
  readonly command: string
}

const input = z.strictObject({ code: z.string().optional() })

export function serveSignIn(app: Hono, parts: SignInParts): void {
  const { signIns, codes, run, port, command } = parts
  app.post('/api/sign-in-codes', (context) => {
    const code = codes.create('sign-in')
    return context.json({ code, path: `/#sign-in=${code}` }, 201)
  })
  app.post('/api/download-codes', (context) =>
    context.json({ code: codes.create('download') }, 201),
  )
  // A reloaded page has no code, but it still has the earlier proof.
  app.post('/api/sign-ins', (context) => {
    const { code } = parseInput(input, parseBody(context))
    if (!codes.use('sign-in', code) && !isSignedIn(context, parts)) {
      return refuse(context, 401, 'the link was used or has expired', `${command} dashboard`)
    }
    return context.json({ ...signIns.add(port()), run }, 201)
  })
}

export function isSignedIn({ req }: Context, { signIns, run, port }: SignInParts): boolean {
  const proof = req.header('authorization')?.replace(/^Bearer /i, '')
  return proof !== undefined && signIns.isProven(proof, run, port())
}

/**
 * Codes that work once, for one purpose and for a minute: an address may contain one, but no secret.
 */
interface OneTimeCodes {
  create(purpose: CodePurpose): string
  /** @returns whether it was created for this within the last minute and never used */
  use(purpose: CodePurpose, code: string | undefined): boolean
}

type CodePurpose = 'sign-in' | 'download'

const lifeMs = 60_000

/** @param monotonicMs milliseconds that only grow */
export function createOneTimeCodes(monotonicMs = () => performance.now()): OneTimeCodes {
  const issued = new Map<string, { readonly purpose: CodePurpose; readonly expiry: number }>()
  return {
    create(purpose) {
      for (const [code, { expiry }] of issued) if (expiry <= monotonicMs()) issued.delete(code)
      const code = randomBytes(24).toString('base64url')
      issued.set(code, { purpose, expiry: monotonicMs() + lifeMs })
      return code
    },
    use(purpose, code = '') {
      const found = issued.get(code)
      issued.delete(code)
      return found?.purpose === purpose && monotonicMs() < found.expiry
    },
  }
}
