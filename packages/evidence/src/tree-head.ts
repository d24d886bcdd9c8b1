import { signDigest } from '@moqi/trust/cms/signed-data'
import { digest, digestOf } from '@moqi/trust/cms/keys'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'

/** The tree at one moment: how many leaves, their root, and when (ms since epoch) the platform signed it. */
export interface TreeHead {
  size: number
  root: Buffer
  at: number
}

/** The bytes that are signed: a JSON array, the same in every implementation. */
export const treeHeadBytes = ({ size, root, at }: TreeHead): Buffer =>
  Buffer.from(JSON.stringify(['moqi tree head', size, root.toString('hex'), at]))

/** Signs a head: a detached CMS (CAdES) with a time-stamp. Throws what the key and the authority throw. */
export function signTreeHead(
  deps: { key: SigningKey; timestamps: TimestampAuthority },
  head: TreeHead,
): Promise<Buffer> {
  return signDigest(deps, digest(digestOf[deps.key.identity.keyType], treeHeadBytes(head)))
}
