import { hash } from 'node:crypto'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { makeSeal } from '@moqi/trust/eseal/seal'
import { readCertificate } from '@moqi/trust/chains/certificate'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Signer } from './signer.ts'

type SealDeps = Pick<Deps, 'db' | 'blobs' | 'authority' | 'now' | 'newId'>
type Owner = Pick<Signer, 'tenantId' | 'space'>

/** SES_ESPropertyInfo.type of GB/T 38540-2020. */
const sealTypes = { company: 1, person: 2 } as const
const none: ReadonlyMap<string, Buffer> = new Map()
const cachedSeals = 500
/** What was read once never changes: by certificate and seal. */
const cache = new Map<string, Buffer>()

/**
 * The electronic seals (SESeal of GB/T 38540, DER) of these kept seals for the certificate of `key`, made by the
 * platform's seal maker when the certificate first signs with one. Without a maker there are none; handwriting is none.
 */
export async function electronicSeals(
  deps: SealDeps,
  owner: Owner,
  key: SigningKey,
  sealIds: string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const sealMaker = sealIds.length > 0 ? await deps.authority.sealMaker() : null
  if (!sealMaker) return none
  const certificateSha256 = hash('sha256', key.identity.certificate, 'hex')
  const cached = sealIds.flatMap((sealId) => cachedSeal(certificateSha256, sealId))
  if (cached.length === sealIds.length) return new Map(cached)
  const found = await findOrMake(deps, owner, { key, maker: sealMaker }, { certificateSha256, sealIds })
  for (const [sealId, structure] of found) {
    if (cache.size >= cachedSeals) cache.delete(cache.keys().next().value ?? '')
    cache.set(`${certificateSha256} ${sealId}`, structure)
  }
  return found
}

function cachedSeal(certificateSha256: string, sealId: string): [string, Buffer][] {
  const structure = cache.get(`${certificateSha256} ${sealId}`)
  return structure ? [[sealId, structure]] : []
}

async function findOrMake(
  deps: SealDeps,
  owner: Owner,
  keys: { key: SigningKey; maker: SigningKey },
  { certificateSha256, sealIds }: { certificateSha256: string; sealIds: string[] },
): Promise<ReadonlyMap<string, Buffer>> {
  const { tenantId } = owner
  const place = { tenantId, certificateSha256, sealIds }
  const known = await deps.db.read(tenantId, (own) => keptSeals(own, place))
  const missing = sealIds.filter((sealId) => !known.has(sealId))
  if (missing.length === 0) return known
  const made = await makeSeals(deps, owner, keys, missing)
  if (made.length === 0) return known
  return deps.db.write(tenantId, async (tx) => {
    const row = { tenant_id: tenantId, certificate_sha256: certificateSha256, created_at: deps.now(), revoked_at: null }
    await tx
      .insertInto('electronic_seal')
      .values(made.map((one) => ({ ...row, ...one })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return keptSeals(tx, place)
  })
}

async function keptSeals(
  own: Db,
  { tenantId, certificateSha256, sealIds }: { tenantId: string; certificateSha256: string; sealIds: string[] },
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await own
    .selectFrom('electronic_seal')
    .where('tenant_id', '=', tenantId)
    .where('certificate_sha256', '=', certificateSha256)
    .where('seal_id', 'in', sealIds)
    .select(['seal_id', 'structure'])
    .execute()
  return new Map(rows.map(({ seal_id, structure }) => [seal_id, structure]))
}

/** Valid from now until the one certificate that may sign with it ends. */
async function makeSeals(
  { db, blobs, now, newId }: SealDeps,
  { tenantId, space }: Owner,
  { key, maker }: { key: SigningKey; maker: SigningKey },
  sealIds: string[],
): Promise<{ seal_id: string; structure: Buffer }[]> {
  const rows = await db.read(tenantId, (own) =>
    own
      .selectFrom('seal')
      .where('tenant_id', '=', tenantId)
      .where('seal_id', 'in', sealIds)
      .where('kind', '<>', 'handwrite')
      .select(['seal_id', 'name', 'width', 'height', 'png_sha256'])
      .execute(),
  )
  const { certificate } = key.identity
  const createdAt = new Date(now())
  return Promise.all(
    rows.map(async ({ seal_id, name, width, height, png_sha256 }) => ({
      seal_id,
      structure: await makeSeal(maker, {
        vendor: 'MOQI',
        id: newId(),
        type: sealTypes[space.kind],
        name: `${space.name} ${name}`,
        signers: { kind: 'certificates', certificates: [certificate] },
        createdAt,
        validFrom: createdAt,
        validTo: new Date(readCertificate(certificate).notAfter),
        picture: {
          type: 'png',
          data: await blobs.get(png_sha256),
          width: Math.round(width),
          height: Math.round(height),
        },
        extensions: [],
      }),
    })),
  )
}
