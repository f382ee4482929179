/**
 * This page's sign-in. The key stays in this page's memory; what is sent and stored is a proof that
 * is valid for one run of the daemon. So a program that takes the daemon's port while it is down learns
 * nothing of use, whether this page asks it or it serves a page of its own here. The proof is in
 * localStorage for other tabs and the next load, each of which gets a key of its own for it.
 */

interface Key {
  readonly id: string
  readonly secret: CryptoKey
}

const storageKey = 'throughline-proof'

let key: Key | undefined
let proof = localStorage.getItem(storageKey) ?? undefined
let renewing: Promise<void> | undefined
let mayBeAnotherRun = false

/** Uses the code in the address, if there is one. @returns whether the page may be signed in */
export async function startSession(): Promise<boolean> {
  const code = /^#sign-in=([\w-]+)$/.exec(location.hash)?.[1]
  if (code) {
    history.replaceState(history.state, '', location.pathname + location.search)
    if (await takeKey({ code })) store()
  } else if (proof) {
    void takeKey({})
  }
  return proof !== undefined
}

/** `fetch` with the proof; after a restart of the daemon, with the one for its new run. */
export async function fetchSignedIn(url: string, init: RequestInit = {}): Promise<Response> {
  if (mayBeAnotherRun) await renewProof()
  const given = proof
  const response = await fetch(url, withProof(init))
  if (response.status !== 401 || !key) return response
  await renewProof()
  return proof === given ? response : fetch(url, withProof(init))
}

/** To be called when the daemon was away. */
export function expectAnotherRun(): void {
  mayBeAnotherRun = true
}

/** Calls back when another tab has signed in; this one may then do as that one. */
export function onSignInElsewhere(callback: (adopt: () => void) => void): void {
  addEventListener('storage', ({ key: name, newValue }) => {
    if (name !== storageKey || newValue === null) return
    callback(() => {
      key = undefined
      proof = newValue
      void takeKey({})
    })
  })
}

function withProof(init: RequestInit): RequestInit {
  return proof ? { ...init, headers: { ...init.headers, authorization: `Bearer ${proof}` } } : init
}

/** A link that was used before leaves the page as it was. */
async function takeKey(given: { readonly code?: string }): Promise<boolean> {
  const body = JSON.stringify(given)
  const headers = { 'content-type': 'application/json' }
  const request = fetch('/api/sign-ins', withProof({ method: 'POST', headers, body }))
  const response = await request.catch(() => undefined)
  if (!response?.ok) return false
  const { id, key: hex, run } = (await response.json()) as Record<'id' | 'key' | 'run', string>
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  key = { id, secret: await crypto.subtle.importKey('raw', fromHex(hex), hmac, false, ['sign']) }
  proof = await prove(key, run)
  return true
}

function renewProof(): Promise<void> {
  renewing ??= proveForRun().finally(() => {
    renewing = undefined
  })
  return renewing
}

/** @throws while the daemon does not answer */
async function proveForRun(): Promise<void> {
  const { run } = (await (await fetch('/health')).json()) as { run: string }
  mayBeAnotherRun = false
  if (!key) return
  const renewed = await prove(key, run)
  if (renewed === proof) return
  proof = renewed
  store()
}

async function prove({ id, secret }: Key, run: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', secret, new TextEncoder().encode(run))
  return `${id}.${toHex(new Uint8Array(mac))}`
}

function store(): void {
  if (proof) localStorage.setItem(storageKey, proof)
}

/** Bytes as hexadecimal text. Browsers of before 2025 have no `Uint8Array.fromHex`. */

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
