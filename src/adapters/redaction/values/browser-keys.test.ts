import { expect, it } from 'vitest'
import { createRedactor } from '../redactor.ts'

const { redact } = createRedactor()
const key = 'q8Zt2Lm4Xv7Rt1ZpKd93WmY5sBn6'
const googleKey = `AIza${'SyD3kf8Jsl29dkfLskd93kdLs9dkLsk39dA'}`
/** 65 bytes that begin with 4, as a public key of a curve does. */
const point = `BHx3vQ9sLk27TnWcE5yRj8uMf0aPzKd4GbVo6iN1Xt${'YhQeSw-2lJrUgCm_7DpAkI9vFzO5xBqTyNwHcRsE3M8Lj'}`
const tokenOf = (role: string) =>
  [{ alg: 'HS256' }, { iss: 'db', role }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

it.each([
  `tracker.init('${key}', { autocapture: true })`,
  `analytics.load("${key}")`,
  `<AnalyticsProvider apiKey="${key}">`,
  `<script src="https://maps.acme.io/api/js?key=${googleKey}"></script>`,
  `<meta-data android:name="com.acme.geo.API_KEY" android:value="${googleKey}" />`,
  `VITE_MAPS_API_KEY=${googleKey}`,
  `"REACT_APP_SEARCH_TOKEN": "${key}",`,
  `apiKey: "${googleKey}",\n  authDomain: "acme.web.app",`,
  `SHOP_PUBLISHABLE_KEY=${key}`,
  `createClient(url, "db_publishable_${key}")`,
  `NREUM.loader_config={accountID:"1",licenseKey:"NRJS-3c51b7ae90d2f6e4817"}`,
  `applicationServerKey: urlBase64ToUint8Array('${key}'),`,
  `applicationServerKey: decodeBase64(\n  '${key}'\n)`,
  `getToken(messaging, { vapidKey: "${point}" })`,
  `webpush.setVapidDetails('mailto:kim@acme.io', '${point}', process.env.VAPID)`,
  `The browser key for maps is ${googleKey}`,
  `const api_key = "${key}" // publishable, safe to commit`,
  `const client = createClient(url, '${tokenOf('anon')}.${key}')`,
])('keeps the key that every visitor gets in %s', (text) => {
  expect(redact(text)).toBe(text)
})

it.each([
  `client.connect('${key}', { api_key: '${key}' })`,
  `VITE_SESSION_SECRET=${key}`,
  `OPENAI_API_KEY=sk-proj-${key}`,
  `VITE_LLM_KEY=sk-proj-${key}`,
  `webpush.setVapidDetails('mailto:kim@acme.io', '${point}', '${key}')`,
  `serverKey: urlBase64ToUint8Array('${key}')`,
  `<AuthProvider clientSecret="${key}">`,
  `MAPS_API_KEY=${googleKey}`,
  `api_key = "${key}" # never public`,
  `const admin = createClient(url, '${tokenOf('service_role')}.${key}')`,
])('removes the one that is none in %s', (text) => {
  expect(redact(text)).not.toContain(key.slice(0, 12))
  expect(redact(text)).not.toContain(googleKey)
})
