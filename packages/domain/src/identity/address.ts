/** A network address as its owner reads it in a list: `115.236.*.18`; of an IPv6 address the first two groups. */
export function maskAddress(address: string): string {
  const plain = plainAddress(address)
  const parts = plain.split('.')
  if (parts.length === 4) return [parts[0], parts[1], '*', parts[3]].join('.')
  return plain.includes(':') ? `${plain.split(':').slice(0, 2).join(':')}:*` : plain
}

/** An address as people write it: an IPv4 one written as IPv6 is the IPv4 one. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * What an address counts as where calls are counted: itself, and of IPv6 its /64, which one household or server has to
 * itself. An IPv4 address written as IPv6 is the IPv4 one.
 */
export function addressGroup(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Groups without the zeros before them; an IPv4 address at the end stands for two. */
const groupsOf = (text: string): string[] =>
  text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['v4', 'v4'] : [group.replace(/^0+(?=.)/, '')]))
