/**
 * Keys that a page or an app gives to everyone who opens it: of analytics, maps, payment forms and
 * captchas. Nothing in their form says so, so where they stand must.
 */
import type { Span } from '../scan/source.ts'
import { decodeBase64 } from './secret-values.ts'

/** What such a key may be taken for; passwords and the secret keys of known services are none. */
const kinds = new Set(['api-key', 'token', 'jwt', 'google-api-key', 'razorpay-key'])
const secretPrefix = /^(?:sk|rk|secret|priv)[-_]/

export function isBrowserKey(text: string, { start, end, kind }: Span): boolean {
  const before = text.slice(Math.max(0, start - farthest), start)
  if (ownPrefix.test(before)) return true
  const key = text.slice(start, Math.min(end, start + longest))
  if (!kinds.has(kind) || secretPrefix.test(key)) return false
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const after = text.slice(end, end + farthest)
  const around = `${before}\n${after}`
  const rest = after.split('\n', 1)[0] ?? ''
  return (
    isOfAnonymous(key) ||
    isBuiltIn(nameBefore.exec(line)?.[1] ?? '') ||
    startsClient.test(line) ||
    (startsWithin.test(before) && ofPage.test(around)) ||
    inTag.test(before) ||
    addressOfScript.test(line) ||
    (isCalledPublic.test(line) && !denied.test(line)) ||
    (isRemarked.test(rest) && !denied.test(rest)) ||
    besideApp.test(around)
  )
}

const farthest = 240
const longest = 1_024

/** `pk_live_…`, `pk.eyJ…`, where the rule found what follows. */
const ownPrefix = /(?:pk|pub|public|publishable)[-_.]$/

/** Build tools put the variables of these names into what they build. */
export const isBuiltIn = (name: string): boolean =>
  builtInName.test(name) && !/SECRET|PASS|PRIVATE|PWD/.test(name)

const builtInName =
  /^(?:(?:NEXT|NUXT|EXPO|SNOWPACK)_PUBLIC|PUBLIC|VITE|(?:REACT|VUE|NG|TARO)_APP|GATSBY)_/
const nameBefore = /([A-Z][A-Z0-9_]{2,64})["'\]]{0,2}[ \t]{0,4}[:=][ \t]{0,4}["'`]?$/
/** `analytics.load("…")`, `tracker.init("…", { api_host: … })`, and of apps `configure(withKey: "…")` */
const startsClient =
  /[\w$\]]\.(?:(?:init|initialize|load|boot|start|render|execute)\([ \t]{0,4}|[a-z]{4,12}\(with[A-Z]\w{0,24}: )["'`]$/
/** `Checkout.initialize({ token: "…" })` in the script of a page */
const startsWithin = /\.init(?:ialize)?\(\{[^{}]{0,80}$/i
const ofPage = /\b(?:document|window)\.\w/
/** In an attribute of a page or of a component around it. */
const inTag =
  /<(?:script|meta|div|span|iframe|button|form|body|[A-Z][\w.]{0,40}(?:Provider|Script|Widget|Map|Captcha|Elements))\b[^<>]{0,200}["'{`=?&;]$/
const addressOfScript = /\/[\w.-]{0,40}\bjs\?[^\s"'`]{0,160}$/
const isCalledPublic =
  /\b(?:public|publishable|browser|client[- ]side|site)[ _-](?:[a-z]{2,10}[ _-]){0,2}(?:key|token)s?\b[^.;\n]{0,60}$/i
const isRemarked =
  /^["'`)},; \t]{0,6}(?:\/\/|#|--|\(|<!--|\/\*|[—–-])[^\n]{0,60}\b(?:public|publishable|browser|client[- ]side|search[- ]only|safe to (?:commit|expose|share))\b/i
const denied = /\b(?:not|never|no|non|isn't|don't|must|keep)\b/i
/** What else the settings of a page or an app have, and no server's. */
const besideApp =
  /\b(?:authDomain|measurementId|messagingSenderId|mobilesdk_app_id|GOOGLE_APP_ID|GCM_SENDER_ID|api_host|ui_host)\b/

/** A signed token that says it is of those who have not signed in. */
function isOfAnonymous(key: string): boolean {
  const [, claims] = key.split('.')
  return claims !== undefined && key.startsWith('ey') && /"role":"anon"/.test(decodeBase64(claims))
}
