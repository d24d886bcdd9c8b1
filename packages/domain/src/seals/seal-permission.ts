import type { SealKind } from './seal-kind.ts'

/** What somebody may do with a seal: stamp at once, when others have agreed, or not at all. */
export type SealPermission = 'direct' | 'needApproval' | 'none'

/**
 * Who asks: what kind of seal it is and whether it is the asker's own, whether the space is theirs to administer, and
 * whether they were granted the seal.
 */
export type SealClaim = {
  readonly kind: SealKind
  readonly mine: boolean
  readonly ownsSpace: boolean
  readonly granted: boolean
  /** Whether the company has a flow by which the use of this seal can be asked for. */
  readonly approvable: boolean
}

/**
 * A person's own seal, a company's seal for its administrator, and any seal for whom it was granted (domain 5.2). The
 * legal representative's is nobody's but that person's and whom that person lets: no administrator uses it by office,
 * and no approver lets anybody.
 */
export function sealPermission({ kind, mine, ownsSpace, granted, approvable }: SealClaim): SealPermission {
  if (mine || granted || (ownsSpace && kind !== 'legal')) return 'direct'
  return approvable && kind === 'company' ? 'needApproval' : 'none'
}
