import { clearUserConfig } from './user-config.ts'

const tokenKey = 'token'
/** Marks that a session exists and alone opens nothing (checklist I15, K1). */
const loginCookie = 'jit-econtract'
const inviteCookie = 'inviteCode'
const spaceKey = 'currentSpace'
const deviceKey = 'device'
/** As many people as a browser is remembered for. */
const mostDevices = 5
const week = 7 * 24 * 60 * 60

const hasCookie = (name: string) => document.cookie.split('; ').some((one) => one.startsWith(`${name}=`))

function setCookie(name: string, value: string, seconds?: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${age}${secure}`
}

/** Whether the guard lets a page open (checklist R4). */
export const isSignedIn = () => hasCookie(loginCookie)

/** The bearer token, or null. */
export const readToken = () => localStorage.getItem(tokenKey)

/** The secrets by which this browser says which one it is, newest first, parted by commas; they open nothing. */
export const readDevices = () => localStorage.getItem(deviceKey) ?? ''

function keepDevice(secret: string) {
  const others = readDevices().split(',').filter(Boolean)
  localStorage.setItem(deviceKey, [secret, ...others].slice(0, mostDevices).join(','))
}

/** Keeps a session: for a week when remembered, else until the browser closes; and the secret of a new device. */
export function startSession(token: string, remember: boolean, device?: string) {
  localStorage.setItem(tokenKey, token)
  if (device) keepDevice(device)
  setCookie(loginCookie, '1', remember ? week : undefined)
}

/** Keeps the token of a visit, in a document whose storage is its own memory: no cookie tells of a session. */
export const keepVisitToken = (token: string) => localStorage.setItem(tokenKey, token)

/** Drops a token whose cookie went with the browser (checklist I15). */
export function dropStaleToken() {
  if (!isSignedIn()) localStorage.removeItem(tokenKey)
}

/**
 * Forgets token, cookies and the chosen space; the stored configuration too unless `keepConfig` (checklist S22, S23).
 */
export function endSession({ keepConfig = false } = {}) {
  localStorage.removeItem(tokenKey)
  forgetSpace()
  setCookie(loginCookie, '', 0)
  setCookie(inviteCookie, '', 0)
  if (!keepConfig) clearUserConfig()
}

/** Forgets the chosen space, which may be another account's. */
export function forgetSpace() {
  sessionStorage.removeItem(spaceKey)
  localStorage.removeItem(spaceKey)
}

/** Remembers an invitation for registration (checklist R6); anything odd is ignored. */
export function keepInviteCode(code: string | null) {
  if (code && /^[A-Za-z0-9_-]{1,64}$/.test(code)) setCookie(inviteCookie, code)
}

/** The invitation kept for registration, or null. */
export function readInviteCode(): string | null {
  const kept = document.cookie.split('; ').find((one) => one.startsWith(`${inviteCookie}=`))
  return kept?.slice(inviteCookie.length + 1) || null
}

/** Forgets it once the server knows whose it is. */
export const forgetInviteCode = () => setCookie(inviteCookie, '', 0)

/** What this tab last stored of its space, else what any tab stored last; null if nothing. */
export const readStoredSpace = () => sessionStorage.getItem(spaceKey) ?? localStorage.getItem(spaceKey)

/** Stores the space for this tab, and as the last chosen for new ones (checklist I13). */
export function storeSpace(text: string) {
  sessionStorage.setItem(spaceKey, text)
  localStorage.setItem(spaceKey, text)
}
