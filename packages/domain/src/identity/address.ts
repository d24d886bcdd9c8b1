/** A network address as its owner reads it in a list: `115.236.*.18`; of an IPv6 address the first two groups. */
export function maskAddress(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  const parts = plain.split('.')
  if (parts.length === 4) return [parts[0], parts[1], '*', parts[3]].join('.')
  return plain.includes(':') ? `${plain.split(':').slice(0, 2).join(':')}:*` : plain
}
