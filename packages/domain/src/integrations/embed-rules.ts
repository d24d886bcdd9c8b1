import { type Checked, failed, passed } from '../identity/checked.ts'

/** How long a pass may be redeemed, how long a visit lasts however it is used, and how many addresses one may name. */
export const embedLimits = {
  passMs: 60_000,
  visitMs: 2 * 3_600_000,
  origins: 10,
  returns: 20,
  addressLength: 300,
} as const

/** What an integration may open a page for, of one contract. */
export const passPurposes = ['sign', 'office', 'launch', 'place', 'assign'] as const
/** A member of `passPurposes`. */
export type PassPurpose = (typeof passPurposes)[number]

/**
 * What a visit is for. `prove`: to prove by a code that one is the invited person; `sign`: to sign the one contract it
 * was begun for; `office`: the same for the own company, applying for its seals where its rules ask for that; `launch`:
 * to complete a draft and send it; `place`: only to place its areas and send it; `assign`: to say which colleague signs
 * it for the company.
 */
export const visitPurposes = ['prove', ...passPurposes] as const
/** A member of `visitPurposes`. */
export type VisitPurpose = (typeof visitPurposes)[number]

/** Purposes that let one do what another does, and more. */
const includes: Partial<Record<VisitPurpose, VisitPurpose>> = { launch: 'place', office: 'sign' }

/** What of a table that names purposes holds for one: its own, else that of the purpose it includes. */
export function ofPurpose<T>(named: Partial<Record<VisitPurpose, T>> | null, purpose: VisitPurpose): T | undefined {
  const other = includes[purpose]
  return named?.[purpose] ?? (other && named?.[other])
}

/** A visit to sign proves first, unless the application's company signs: it vouches for its own members. */
export const purposeAtFirst = ({ signsFor, issuedBy }: { signsFor: string; issuedBy: string }): VisitPurpose =>
  signsFor === issuedBy ? 'sign' : 'prove'

/** Nothing that a header of the server's would read as more than one origin. */
const secure = String.raw`https:\/\/(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])`
// What a developer runs on the own machine has no certificate.
const onThisMachine = String.raw`http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])`
const origin = String.raw`(?:${secure}|${onThisMachine})(?::\d{1,5})?`
const isOrigin = new RegExp(`^${origin}$`)
/** An origin and a path that no browser reads as another. */
const isReturn = new RegExp(String.raw`^(${origin})((?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&()*+,;=:@%-]+)*\/?)$`)

/** An origin whose pages may frame the signing page: no wildcard, no path; http on one's own machine alone. */
export function checkOrigin(typed: string): Checked<string> {
  const plain = typed.trim().replace(/\/$/, '').toLowerCase()
  if (isOrigin.test(plain)) return passed(plain.startsWith('https:') ? plain.replace(/:443$/, '') : plain)
  return failed(`“${typed.trim()}”不是网站来源，请填写 https:// 开头的域名，例如 https://oa.example.com`)
}

/** An address one may be led back to: such an origin with its path, without query and fragment. */
export function checkReturn(typed: string): Checked<string> {
  const address = typed.trim()
  if (isReturn.test(address)) return passed(address)
  return failed(`“${address}”不是返回地址，请填写 https:// 开头、不带参数的网址，例如 https://oa.example.com/contracts`)
}

/** Whether an address is one of those listed, whatever query it carries. */
export function isListedReturn(listed: readonly string[], asked: string): boolean {
  const [address = '', query = ''] = asked.split(/\?(.*)/s)
  return listed.includes(address) && /^[\w.~!$&'()*+,;=:@%/?-]*$/.test(query)
}

/** What the framed page tells the page around it, and what it hears from there. */
export const frameEvents = ['ready', 'signed', 'rejected', 'applied', 'sent', 'assigned', 'closed', 'height'] as const
/** A member of `frameEvents`. */
export type FrameEvent = (typeof frameEvents)[number]
