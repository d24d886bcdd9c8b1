import { digestOf } from './cms/keys.ts'
import { documentForm, type GmEdition, signedAttributes, signedData } from './cms/signed-data.ts'
import type { SigningKey } from './cms/signing-key.ts'
import { requestToken, type TimestampAuthority } from './timestamp/request-token.ts'

/**
 * A detached signature over a digest made with the hash of the key's type: CAdES, or for SM2 the SignedData of
 * GB/T 35275. With an authority it carries a time-stamp over the same hash (PAdES B-T). `more` are signed attributes.
 */
export async function signDigest(
  deps: { key: SigningKey; timestamps?: TimestampAuthority | undefined; edition?: GmEdition | undefined },
  digest: Buffer,
  ...more: Buffer[]
): Promise<Buffer> {
  const { identity, sign } = deps.key
  const form = documentForm(identity.keyType, deps.edition)
  const attributes = signedAttributes(identity, digest, form.data, ...more)
  const signature = await sign(attributes)
  const timestamp = deps.timestamps && (await requestToken(deps.timestamps, signature, digestOf[identity.keyType]))
  return signedData({ identity, form, attributes, signature, ...(timestamp ? { timestamp } : {}) })
}
