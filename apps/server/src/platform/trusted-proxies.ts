import { isNetwork } from './network-list.ts'

/** Whose word on a caller's address counts: so many proxies in front, or those at these addresses; false nobody's. */
export type TrustedProxies = number | string[] | false

/** Reads MOQI_TRUST_PROXY: a number of proxies, or addresses and networks with commas between. Throws for others. */
export function readTrustedProxies(setting: string): TrustedProxies {
  const text = setting.trim()
  if (text === '' || text === '0') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const named = text.split(',').map((part) => part.trim())
  const strange = named.find((part) => !isNetwork(part))
  if (strange === undefined) return named
  throw new Error(
    `MOQI_TRUST_PROXY ${setting}: ${strange || 'an empty part'} is neither a number of proxies (1 to 99) ` +
      'nor an address or network such as 127.0.0.1,10.0.0.0/8,fd00::/8',
  )
}

/**
 * The same as Fastify takes it. A number is counted from our end, so that nothing a caller writes in front is believed;
 * the server must then be reachable through those proxies alone.
 */
export const proxyTrust = (proxies: TrustedProxies): string[] | false | ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
