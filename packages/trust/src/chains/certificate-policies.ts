import { childrenIn, countOf, DerFault, oidOf, readDer, tags } from '../asn1/read-der.ts'
import { type Certificate, extensionIds } from './certificate.ts'
import { sequenceIn } from './general-names.ts'
import { isSelfIssued } from './name-constraints.ts'

const anyPolicy = '2.5.29.32.0'

/** What is left of policies and counters on the way from the root down (RFC 5280 6.1.2). */
interface PolicyState {
  /** Policies the next certificate may state: all that matters of the valid policy tree when any policy will do. */
  expected: Set<string>
  explicit: number
  mapping: number
  any: number
}

/**
 * RFC 5280 6.1, with any policy acceptable to us: what is wrong with the policies of a path, leaf first and root last,
 * or undefined. Only an authority that asks for explicit policies can make a path fail. Throws `DerFault`.
 */
export function policyProblem(path: Certificate[]): string | undefined {
  const [root, ...below] = path.toReversed()
  if (!root) return undefined
  const state: PolicyState = {
    expected: new Set([anyPolicy]),
    explicit: path.length,
    mapping: path.length,
    any: path.length,
  }
  applyConstraints(root, state)
  for (const [index, certificate] of below.entries()) {
    const isLast = index === below.length - 1
    statePolicies(certificate, state, isLast)
    if (state.explicit === 0 && state.expected.size === 0) return 'certificate policies'
    if (isLast) break
    if (!mapPolicies(certificate, state)) return 'policy mappings'
    if (!isSelfIssued(certificate)) countDown(state)
    applyConstraints(certificate, state)
  }
  const leaf = path[0]
  if (leaf && below.length > 0) finish(leaf, state)
  return state.explicit === 0 && state.expected.size === 0 ? 'certificate policies' : undefined
}

/** 6.1.3 (d), (e): of the policies a certificate states, those that were to be expected. */
function statePolicies(certificate: Certificate, state: PolicyState, isLast: boolean): void {
  const stated = policiesOf(certificate)
  const { expected } = state
  const mayBeAny = stated.has(anyPolicy) && (state.any > 0 || (!isLast && isSelfIssued(certificate)))
  const kept = [...stated].filter((policy) => policy !== anyPolicy && (expected.has(policy) || expected.has(anyPolicy)))
  state.expected = new Set(mayBeAny ? [...kept, ...expected] : kept)
}

function policiesOf(certificate: Certificate): Set<string> {
  const extension = certificate.extensions.get(extensionIds.certificatePolicies)
  const stated = extension ? sequenceIn(extension.value) : []
  return new Set(stated.map((information) => oidOf(childrenIn(information, tags.sequence)[0])))
}

/** 6.1.4 (a), (b): false when any policy is mapped, which nothing may be. */
function mapPolicies(certificate: Certificate, state: PolicyState): boolean {
  const extension = certificate.extensions.get(extensionIds.policyMappings)
  if (!extension) return true
  const mappings = sequenceIn(extension.value).map((one) => childrenIn(one, tags.sequence).map(oidOf))
  if (mappings.flat().includes(anyPolicy)) return false
  const mapped = new Set(mappings.map(([issuer]) => issuer))
  const reached = mappings.filter(([issuer]) => issuer !== undefined && has(state.expected, issuer))
  const expected = [...state.expected].filter((policy) => !mapped.has(policy))
  const targets = state.mapping > 0 ? reached.flatMap(([, subject]) => subject ?? []) : []
  state.expected = new Set([...expected, ...targets])
  return true
}

const has = (policies: Set<string>, policy: string) => policies.has(policy) || policies.has(anyPolicy)

function countDown(state: PolicyState): void {
  state.explicit = Math.max(0, state.explicit - 1)
  state.mapping = Math.max(0, state.mapping - 1)
  state.any = Math.max(0, state.any - 1)
}

/** 6.1.4 (i), (j). */
function applyConstraints(certificate: Certificate, state: PolicyState): void {
  const { explicit, mapping } = constraintsOf(certificate)
  const inhibit = certificate.extensions.get(extensionIds.inhibitAnyPolicy)
  state.explicit = Math.min(state.explicit, explicit)
  state.mapping = Math.min(state.mapping, mapping)
  if (inhibit) state.any = Math.min(state.any, countOf(readDer(inhibit.value)))
}

function constraintsOf(certificate: Certificate): { explicit: number; mapping: number } {
  const extension = certificate.extensions.get(extensionIds.policyConstraints)
  const fields = extension ? sequenceIn(extension.value) : []
  if (extension && fields.length === 0) throw new DerFault('policy constraints without any')
  const skip = (tag: number) => {
    const field = fields.find((one) => one.tag === tag)
    return field ? countOf(field) : Infinity
  }
  return { explicit: skip(0x80), mapping: skip(0x81) }
}

/** 6.1.5 (a), (b). */
function finish(leaf: Certificate, state: PolicyState): void {
  state.explicit = Math.max(0, state.explicit - 1)
  if (constraintsOf(leaf).explicit === 0) state.explicit = 0
}
