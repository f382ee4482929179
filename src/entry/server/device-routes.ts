/** The endpoints of the device authorization grant (RFC 8628) that a machine calls. */
import type { Context, Hono } from 'hono'
import { ThroughlineError } from '../../contract/errors.ts'
import {
  type DeviceError,
  deviceClientId,
  deviceGrantType,
  devicePaths,
} from '../../contract/team/device-sign-in.ts'
import { personName } from '../../contract/team/people.ts'
import { pollDeviceSignIn, startDeviceSignIn } from '../../core/team/people/device-sign-in.ts'
import { requestLimits } from '../../core/team/people/request-budget.ts'
import { formOf } from './read-request.ts'
import { countAddress, requestIdOf, type ServerParts } from './server-parts.ts'

export function serveDevices(app: Hono, parts: ServerParts): void {
  const { people, publicUrl } = parts
  app.post(devicePaths.authorization, async (context) => {
    const form = formOf(context)
    if (form.get('client_id') !== deviceClientId) return fail(context, 'invalid_client')
    const machine = personName.safeParse(form.get('device_name') ?? 'unnamed machine')
    if (!machine.success) return fail(context, 'invalid_request')
    if (!(await isWithin(context, parts, requestLimits.deviceStarts))) return slowDown(context)
    const started = await startDeviceSignIn(people, machine.data)
    const page = new URL(devicePaths.page, publicUrl())
    const complete = new URL(page)
    complete.searchParams.set('code', started.userCode)
    return context.json({
      device_code: started.deviceCode,
      user_code: started.userCode,
      verification_uri: page.href,
      verification_uri_complete: complete.href,
      expires_in: started.expiresInSeconds,
      interval: started.intervalSeconds,
    })
  })
  app.post(devicePaths.token, async (context) => {
    const form = formOf(context)
    if (form.get('client_id') !== deviceClientId) return fail(context, 'invalid_client')
    if (form.get('grant_type') !== deviceGrantType) return fail(context, 'unsupported_grant_type')
    if (!(await isWithin(context, parts, requestLimits.devicePolls))) return slowDown(context)
    const code = form.get('device_code') ?? ''
    const answer = await pollDeviceSignIn(people, code, requestIdOf(context))
    if ('error' in answer) return fail(context, answer.error)
    return context.json({ access_token: answer.token, token_type: 'Bearer' })
  })
}

function fail(context: Context, error: DeviceError): Response {
  return context.json({ error }, error === 'invalid_client' ? 401 : 400)
}

/** A machine that follows the standard then asks less often. */
function slowDown(context: Context): Response {
  return context.json({ error: 'slow_down' satisfies DeviceError }, 429)
}

async function isWithin(...[context, parts, limit]: Parameters<typeof countAddress>) {
  try {
    await countAddress(context, parts, limit)
    return true
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'too-many-requests') return false
    throw error
  }
}
