/**
 * Keys that a page or an app gives to everyone who opens it: analytics, maps, payment forms and
 * captchas. Their format does not show it, so their surroundings must.
 */
import type { Span } from '../scan/source.ts'
import { decodeBase64 } from './secret-values.ts'

/** Kinds such a key can be mistaken for; passwords and known secret keys are never public. */
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

/** `pk_live_…`, `pk.eyJ…`, if the rule found only the rest. */
const ownPrefix = /(?:pk|pub|public|publishable)[-_.]$/

/** Build tools copy variables with these names into their output. */
export const isBuiltIn = (name: string): boolean =>
  builtInName.test(name) && !/SECRET|PASS|PRIVATE|PWD/.test(name)

const builtInName =
  /^(?:(?:NEXT|NUXT|EXPO|SNOWPACK)_PUBLIC|PUBLIC|VITE|(?:REACT|VUE|NG|TARO)_APP|GATSBY)_/
const nameBefore = /([A-Z][A-Z0-9_]{2,64})["'\]]{0,2}[ \t]{0,4}[:=][ \t]{0,4}["'`]?$/
/** `analytics.load("…")`, `tracker.init("…", { api_host: … })`, in apps `configure(withKey: "…")` */
const startsClient =
  /[\w$\]]\.(?:(?:init|initialize|load|boot|start|render|execute)\([ \t]{0,4}|[a-z]{4,12}\(with[A-Z]\w{0,24}: )["'`]$/
/** `Checkout.initialize({ token: "…" })` in a page's script */
const startsWithin = /\.init(?:ialize)?\(\{[^{}]{0,80}$/i
const ofPage = /\b(?:document|window)\.\w/
/** In an attribute of an HTML tag or a component. */
const inTag =
  /<(?:script|meta|div|span|iframe|button|form|body|[A-Z][\w.]{0,40}(?:Provider|Script|Widget|Map|Captcha|Elements))\b[^<>]{0,200}["'{`=?&;]$/
const addressOfScript = /\/[\w.-]{0,40}\bjs\?[^\s"'`]{0,160}$/
const isCalledPublic =
  /\b(?:public|publishable|browser|client[- ]side|site)[ _-](?:[a-z]{2,10}[ _-]){0,2}(?:key|token)s?\b[^.;\n]{0,60}$/i
const isRemarked =
  /^["'`)},; \t]{0,6}(?:\/\/|#|--|\(|<!--|\/\*|[—–-])[^\n]{0,60}\b(?:public|publishable|browser|client[- ]side|search[- ]only|safe to (?:commit|expose|share))\b/i
const denied = /\b(?:not|never|no|non|isn't|don't|must|keep)\b/i
/** Other settings that only a page or an app has, never a server. */
const besideApp =
  /\b(?:authDomain|measurementId|messagingSenderId|mobilesdk_app_id|GOOGLE_APP_ID|GCM_SENDER_ID|api_host|ui_host)\b/

/** A signed token for users who have not signed in. */
function isOfAnonymous(key: string): boolean {
  const [, claims] = key.split('.')
  return claims !== undefined && key.startsWith('ey') && /"role":"anon"/.test(decodeBase64(claims))
}
