import ipaddr from 'ipaddr.js'
import { isListed } from '#src/platform/network-list.ts'

/**
 * Networks that `ipaddr.js` 2.5 takes for the open internet, and that lead inside all the same: Azure's host, NAT64 of
 * one's own (RFC 8215), the newer range of documentation (RFC 9637), SRv6 (RFC 9602), addresses of a site (RFC 3879),
 * IPv4 written as IPv6 (RFC 4291 §2.5.5.1).
 */
const inside = ['168.63.129.16', '64:ff9b:1::/48', '3fff::/20', '5f00::/16', 'fec0::/10', '::/96']
/** Where IPv6 of the open internet is (RFC 4291 §2.4). */
const open = ['2000::/3']
/** An IPv4 address written into the end of an IPv6 one (ISATAP, RFC 5214 §6.1). */
const isatap = /:(?:0|200):5efe:/

/** Whether an address is no public one: of this machine, its network, a cloud's services, documentation, a tunnel. */
export function isInsideAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return true
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || isListed(address, inside)) return true
  return parsed.kind() === 'ipv6' && (!isListed(address, open) || isatap.test(parsed.toNormalizedString()))
}
