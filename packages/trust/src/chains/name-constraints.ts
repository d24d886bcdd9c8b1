import { childrenOf, type Der, DerFault, tags } from '../asn1/read-der.ts'
import { type Certificate, extensionIds } from './certificate.ts'
import { type GeneralName, generalNameOf, generalNameText, namesOf, sequenceIn } from './general-names.ts'

/** One base of permitted or excluded subtrees. */
interface Subtree {
  base: GeneralName
  /** /minimum and /maximum are the only ones RFC 5280 gives a meaning to: 0 and none. */
  usual: boolean
}

/** The name constraints of one authority (RFC 5280 4.2.1.10). */
interface NameConstraints {
  critical: boolean
  permitted: Subtree[]
  excluded: Subtree[]
}

/**
 * RFC 5280 6.1.3 (b), (c) and 6.1.4 (g): the name in a path, leaf first and root last, that an authority above its
 * bearer does not permit; undefined when there is none. The root's constraints count like those of any other authority
 * (RFC 5937), and self-issued authorities bear no names of their own. Throws `DerFault`.
 */
export function nameNotPermitted(path: Certificate[]): string | undefined {
  for (const [place, authority] of path.entries()) {
    const constraints = place > 0 ? constraintsOf(authority) : undefined
    if (!constraints) continue
    for (const [index, certificate] of path.slice(0, place).entries()) {
      if (index > 0 && isSelfIssued(certificate)) continue
      const name = namesOf(certificate).find((one) => !isAllowed(one, constraints))
      if (name) return generalNameText(name)
    }
  }
  return undefined
}

/** Issuer and subject are the same entity (RFC 5280 3.2). */
export function isSelfIssued({ issuer, subject }: Certificate): boolean {
  return issuer.equals(subject)
}

function constraintsOf(certificate: Certificate): NameConstraints | undefined {
  const extension = certificate.extensions.get(extensionIds.nameConstraints)
  if (!extension) return undefined
  const fields = sequenceIn(extension.value)
  const subtrees = (tag: number) => {
    const field = fields.find((one) => one.tag === tag)
    return field ? childrenOf(field).map(readSubtree) : []
  }
  const [permitted, excluded] = [subtrees(tags.context0), subtrees(tags.context1)]
  if (permitted.length + excluded.length === 0) throw new DerFault('name constraints without any')
  return { critical: extension.critical, permitted, excluded }
}

function readSubtree(subtree: Der): Subtree {
  const [base, ...bounds] = childrenOf(subtree)
  if (!base) throw new DerFault('a subtree without base')
  const usual = bounds.every(({ tag, content }) => tag === 0x80 && content.every((byte) => byte === 0))
  return { base: generalNameOf(base), usual }
}

/** Constraints of one form say nothing about names of another. */
function isAllowed(name: GeneralName, { critical, permitted, excluded }: NameConstraints): boolean {
  const ofForm = (subtrees: Subtree[]) => subtrees.filter(({ base }) => base.form === name.form)
  const [inside, outside] = [ofForm(permitted), ofForm(excluded)]
  const all = [...inside, ...outside]
  if (all.length === 0) return true
  // 4.2.1.10: what cannot be processed is refused when critical, and may be passed over when not.
  if (name.form.startsWith('other ') || all.some(({ usual }) => !usual)) return !critical
  if (outside.some(({ base }) => isWithin(name, base) !== false)) return false
  return inside.length === 0 || inside.some(({ base }) => isWithin(name, base) === true)
}

/** Whether a name is in the subtree of a base of its form; undefined when the name cannot be told. */
function isWithin(name: GeneralName, base: GeneralName): boolean | undefined {
  if (name.form === 'directory') return base.form === 'directory' && startsWith(name.name, base.name)
  if (name.form === 'address') return base.form === 'address' ? isInNetwork(name.bytes, base.bytes) : undefined
  if (!('text' in name) || !('text' in base)) return undefined
  const within = { mail: isMailWithin, dns: isHostWithin, uri: isUriWithin }[name.form]
  return within(name.text, base.text)
}

function startsWith(name: string[][], base: string[][]): boolean {
  return base.every((part, index) => part.join('\n') === name[index]?.join('\n'))
}

/** Address and mask, 4 or 16 bytes each. */
function isInNetwork(address: Buffer, network: Buffer): boolean | undefined {
  const { length } = address
  if (length !== 4 && length !== 16) return undefined
  if (network.length !== 8 && network.length !== 32) return undefined
  if (network.length !== length * 2) return false
  return address.every((byte, index) => {
    const mask = network[length + index] ?? 0
    return (byte & mask) === ((network[index] ?? 0) & mask)
  })
}

/** Labels may stand before the base; a base that begins with a dot wants at least one. */
function isHostWithin(name: string, base: string): boolean | undefined {
  const [host, domain] = [name.toLowerCase().replace(/\.$/, ''), base.toLowerCase()]
  if (!/^[\w*-]+(?:\.[\w-]+)*$/.test(host)) return undefined
  if (domain === '' || host === domain) return true
  return host.endsWith(domain.startsWith('.') ? domain : `.${domain}`)
}

/** One mailbox, all of a host, or all of the hosts below a domain. The part before the @ keeps its case. */
function isMailWithin(address: string, base: string): boolean | undefined {
  const [at, baseAt] = [address.lastIndexOf('@'), base.lastIndexOf('@')]
  if (at < 1) return undefined
  const isSameBox = baseAt < 0 || address.slice(0, at) === base.slice(0, baseAt)
  return isSameBox && isOneHost(address.slice(at + 1), base.slice(baseAt + 1))
}

/** RFC 5280 4.2.1.10: a URI without a host by name cannot be in any subtree, nor be known to be outside one. */
function isUriWithin(uri: string, base: string): boolean | undefined {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:@[\]]+)(?::\d*)?(?:[/?#]|$)/i.exec(uri)?.[1]
  if (host === undefined || /^[\d.]+$/.test(host)) return undefined
  return isOneHost(host, base)
}

/** Without a leading dot the base is one host, with one every host below the domain. */
function isOneHost(name: string, base: string): boolean {
  const [host, domain] = [name.toLowerCase(), base.toLowerCase()]
  if (domain.startsWith('.')) return host.endsWith(domain) && host.length > domain.length
  return domain === '' || host === domain
}
