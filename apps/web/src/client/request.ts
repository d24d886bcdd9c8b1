import type { Access } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { isIdle } from './activity.ts'
import { config } from './config.ts'
import { routeOf } from './known-routes.ts'
import { operatorToken } from './operator-session.ts'
import { queryOf } from './query-of.ts'
import { readDevices, readToken } from './session.ts'
import { currentTenantId } from './space-store.ts'

/** A call by name in the call table. */
export type CallName = keyof Table

/** The outer limit of a request, ms (checklist K3); the server bounds each call far below. */
export const requestTimeout = 3_000_000

/** 128 random bits; `crypto.randomUUID` is missing where the page is not served over TLS. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Who asks and for which space, as headers; nothing when there is no session. */
export function sessionHeaders(tenantId = currentTenantId()): Record<string, string> {
  const token = readToken()
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(token && tenantId && { 'X-Tenant-Id': tenantId }),
    // What the page asks by itself must not keep a session that nobody uses.
    ...(token && isIdle() && { 'X-Idle': '1' }),
  }
}

/** The headers of who asks, as far as the call wants to know. */
function headersFor(access: Access, tenantId: string | null): Record<string, string> {
  if (access === 'open') return {}
  if (access !== 'operator') return sessionHeaders(access === 'tenant' ? tenantId : null)
  const token = operatorToken()
  return token ? { Authorization: `Bearer ${token}` } : {}
}

const signIns: CallName[] = [
  'register',
  'loginByAccount',
  'loginByVerificationCode',
  'loginForUserNameAndPhone',
  'autoLoginByToken',
  'enterByTicket',
  'enterByProvider',
  'loginByKey',
  'leaveAccount',
  'loginByRecoveryCode',
  'proveOwner',
]
const ending: ReadonlySet<CallName> = new Set<CallName>(['logout', ...signIns])
const signingIn: ReadonlySet<CallName> = new Set<CallName>([
  'getVerificationCode',
  'getSmsCode',
  'getUnlockCode',
  'checkSms',
  ...signIns,
])

/** Which browser signs in, so that a trusted one is not taken for a stranger's. */
function deviceHeader(): Record<string, string> {
  const devices = readDevices()
  return devices === '' ? {} : { 'X-Device': devices }
}

/** The address of one of the server's paths; an address of its own is left alone. */
export const addressOf = (path: string) => `${config.apiBaseUrl}${path}`

/** Method, address, headers and body of a call; `key` repeats an earlier attempt's idempotency key. */
export function requestOf(name: CallName, input: unknown, key = randomKey(), tenantId = currentTenantId()) {
  const route = routeOf(name)
  const fields = fieldsOf(input)
  const path = route.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = String(fields[field] ?? '')
    delete fields[field]
    return encodeURIComponent(value)
  })
  const headers: Record<string, string> = {
    // Where nobody acts in a space none is named: a member who was put out of one must still learn which are left.
    ...headersFor(route.access, tenantId),
    // These are open, yet they must say which session ends: at a sign-in over it, or though its token may be dead.
    ...(ending.has(name) && sessionHeaders()),
    ...(signingIn.has(name) && deviceHeader()),
    ...(route.mutates && { 'Idempotency-Key': key }),
    'Content-Type': 'application/json',
  }
  if (route.method === 'POST') return { route, address: addressOf(path), headers, body: JSON.stringify(fields) }
  return { route, address: addressOf(path) + queryOf(fields), headers, body: null }
}

function fieldsOf(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}
