/** The device authorization grant (RFC 8628), with the names that the standard gives them. */
import { z } from 'zod'

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'
/** The only client there is; a public one, without a secret. */
export const deviceClientId = 'throughline'

export const devicePaths = {
  authorization: '/oauth/device_authorization',
  token: '/oauth/token',
  /** Where a person enters the code. */
  page: '/device',
} as const

/** It is opened in a browser, so it must be nothing else than a page. */
const page = z.url({ protocol: /^https?$/ })

export const deviceAuthorizationAnswer = z.object({
  device_code: z.string().min(1),
  user_code: z.string().min(1),
  verification_uri: page,
  verification_uri_complete: page.optional(),
  expires_in: z.number().positive(),
  interval: z.number().positive().default(5),
})
export type DeviceAuthorization = z.infer<typeof deviceAuthorizationAnswer>

const deviceErrors = [
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_grant',
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
] as const
export type DeviceError = (typeof deviceErrors)[number]

export const deviceErrorAnswer = z.object({
  error: z.string(),
  error_description: z.string().optional(),
})
