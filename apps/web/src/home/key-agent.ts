import { isCompanionQuestion, type CompanionAnswer } from '../client/companion-wire.ts'
import { config } from '../client/config.ts'

const tokenKey = 'companion'

/**
 * The one document that may reach the companion on this computer (its policy names it): hands on what the page that
 * frames it asks, and keeps the token of the pairing.
 */
export function serveAgent() {
  const { parent, location } = globalThis
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== parent || !isCompanionQuestion(data)) return
    void hand(data.path, data.body).then((answer) => parent.postMessage({ number: data.number, answer }, origin))
  })
  parent.postMessage({ number: 0, answer: 'ready' }, location.origin)
}

async function hand(path: string, body: object | null): Promise<CompanionAnswer> {
  const token = localStorage.getItem(tokenKey)
  const asked = await fetch(config.companion + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => null)
  const data: unknown = await asked?.json().catch(() => null)
  if (!asked || typeof data !== 'object' || data === null) return { ok: false, reason: 'unreachable', message: '' }
  if (asked.ok) {
    if ('token' in data && typeof data.token === 'string') localStorage.setItem(tokenKey, data.token)
    return { ok: true, data }
  }
  const text = (name: 'reason' | 'message') => String(Reflect.get(data, name) ?? '')
  return { ok: false, reason: text('reason'), message: text('message') }
}
