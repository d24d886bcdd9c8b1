import { lookup as lookupName } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isListed } from '#src/platform/network-list.ts'
import { isInsideAddress } from './inside-address.ts'

/** The addresses of a name; an address is its own. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** As the machine's own resolver knows them. */
export const resolveName: Resolve = async (name) =>
  (await lookupName(name, { all: true })).map(({ address }) => address)

/** Why a host that somebody else named was not reached. */
export type WayFault = 'name' | 'inside' | 'late' | 'certificate' | 'unreachable'

/** Nothing was connected to. */
export class Barred extends Error {
  readonly fault: WayFault

  constructor(fault: WayFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * The one address of a URL that somebody else named to connect to: a public one by HTTPS, or any in `allowed`. A name
 * is resolved once. Throws when any of its addresses leads inside: who answers so means no good.
 */
export async function judgedAddress(
  url: URL,
  { allowed, resolve, signal }: { allowed: readonly string[]; resolve: Resolve; signal: AbortSignal },
): Promise<string> {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(name) === 0 ? await inTime(resolve(name), signal) : [name]
  const [first] = found
  if (first === undefined) throw new Barred('name')
  const isOwn = found.every((address) => isListed(address, allowed))
  if (!isOwn && (url.protocol !== 'https:' || found.some(isInsideAddress))) throw new Barred('inside')
  return first
}

async function inTime(found: Promise<readonly string[]>, signal: AbortSignal): Promise<readonly string[]> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = () => reject(new Barred('late'))
  signal.addEventListener('abort', late, { once: true })
  try {
    return await Promise.race([
      found.catch(() => {
        throw new Barred('name')
      }),
      promise,
    ])
  } finally {
    signal.removeEventListener('abort', late)
  }
}

/** What Node calls a certificate that does not hold. */
const certificateCodes = /^(?:CERT_|ERR_TLS|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/

/** What an error on the way to a host comes to. */
export function wayFault(error: unknown): WayFault {
  if (error instanceof Barred) return error.fault
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return certificateCodes.test(code) ? 'certificate' : 'unreachable'
}
