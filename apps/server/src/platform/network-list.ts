import { BlockList, isIP } from 'node:net'

/** Whether a text is an address, or a network; one of all addresses is none. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Whether an address is one of these, or in one of these networks; an IPv4 address may be written as IPv6. */
export function isListed(address: string, networks: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(plain)
  if (version === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIP(base) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  return list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

/** Reads a setting of addresses and networks with commas between. Throws with its name for others. */
export function readNetworks(name: string, setting = ''): string[] {
  const named = setting === '' ? [] : setting.split(',').map((part) => part.trim())
  const strange = named.find((part) => !isNetwork(part))
  if (strange === undefined) return named
  throw new Error(`${name}: ${strange || 'an empty part'} is no address or network such as 10.20.0.0/16,fd00::/8`)
}
