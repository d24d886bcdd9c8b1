/** What somebody may do with a seal: stamp at once, or not at all. */
export type SealPermission = 'direct' | 'none'

/** Who asks: whose seal it is, whether the space is theirs to administer, and whether they were granted the seal. */
export type SealClaim = { readonly mine: boolean; readonly ownsSpace: boolean; readonly granted: boolean }

/** A person's own seal, a company's seal for its administrator, and any seal for whom it was granted (domain 5.2). */
export const sealPermission = ({ mine, ownsSpace, granted }: SealClaim): SealPermission =>
  mine || ownsSpace || granted ? 'direct' : 'none'
