import type { SealDesign, SealPurpose } from '@moqi/domain/seals/company-seal'
import { sealCode } from '@moqi/domain/seals/seal-code'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { packSealImage, sealImage } from '@moqi/signing/images/seal-image'
import { holdBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { freezeOf } from './freeze-seals.ts'
import { lockSeals } from './lock-seals.ts'
import { awaitReview } from './review-queue.ts'

/** A seal to be kept: whose it is (`accountId` null: the company's), how it looks (RGBA PNG, mm), how it is called. */
export type NewSeal = {
  tenantId: string
  accountId: string | null
  kind: Schema['seal']['kind']
  name: string
  color: Schema['seal']['color']
  isDefault: boolean
  image: { png: Buffer; widthMm: number; heightMm: number }
  /** Of one cut out of a picture: the picture as it came, a blob. */
  originalSha256?: string | null
  /** Of one cut out of a picture: who uploaded it. It waits for review, and is enabled when that has passed. */
  uploadedBy?: string
  /** Of a company's seal: what it is for, how it was carved, and whose it is when it is the legal representative's. */
  company?: { purpose: SealPurpose; design: SealDesign | null; holder: string | null }
}

/**
 * Stores a seal, enabled unless it is to be reviewed, with its picture and the same picture as PDF wants it, so that
 * signing copies and never decodes. The transaction must stand in the seal's tenant. A name already in use fails as a
 * duplicate.
 */
export async function keepSeal(
  { blobs, newId, now }: Pick<Deps, 'blobs' | 'newId' | 'now'>,
  tx: Db,
  { tenantId, accountId, kind, name, color, isDefault, image, originalSha256 = null, uploadedBy, company }: NewSeal,
): Promise<Schema['seal']> {
  const { png, widthMm: width, heightMm: height } = image
  const own = await ownColumns(tx, { tenantId, accountId, company }, now())
  const picture = await keptPicture(blobs, png)
  const row: Schema['seal'] = {
    tenant_id: tenantId,
    seal_id: newId(),
    account_id: accountId,
    kind,
    name,
    color,
    status: sealLifecycle.after('draft', uploadedBy === undefined ? 'makeFromTemplate' : 'submitImage'),
    width,
    height,
    png_sha256: picture.png_sha256,
    packed_sha256: picture.packed_sha256,
    original_sha256: originalSha256,
    is_default: isDefault && uploadedBy === undefined,
    created_at: now(),
    expire_at: null,
    purpose: own.purpose,
    design: own.design,
    code: own.code,
    holder_account_id: own.holder_account_id,
    frozen: own.frozen,
    state_reason: null,
    state_at: null,
    state_by: null,
  }
  if (row.is_default) await dropDefault(tx, tenantId, accountId)
  await holdBlobs(tx, row.seal_id, [row.png_sha256, row.packed_sha256, ...(originalSha256 ? [originalSha256] : [])])
  await tx.insertInto('seal').values(row).execute()
  if (uploadedBy !== undefined) await awaitReview(tx, row, { accountId: uploadedBy, wantsDefault: isDefault }, now())
  return row
}

/** The blobs of a seal's picture: as it is shown, and as PDF wants it. */
export const keptPicture = async (blobs: Deps['blobs'], png: Buffer) => ({
  png_sha256: await blobs.put(png),
  packed_sha256: await blobs.put(packSealImage(sealImage(png))),
})

/** What only a company's seal has, and a person's lacks. */
async function ownColumns(
  tx: Db,
  {
    tenantId,
    accountId,
    company,
  }: Pick<NewSeal, 'tenantId' | 'accountId'> & { company: NewSeal['company'] | undefined },
  at: number,
): Promise<Pick<Schema['seal'], 'purpose' | 'design' | 'code' | 'holder_account_id' | 'frozen'>> {
  return {
    purpose: company?.purpose ?? null,
    design: company?.design ?? null,
    code: accountId === null ? await nextCode(tx, tenantId, at) : null,
    holder_account_id: company?.holder ?? null,
    frozen: accountId === null && (await freezeOf(tx, tenantId)) !== null,
  }
}

/** The number of the company's next seal; those of one company take turns. */
async function nextCode(tx: Db, tenantId: string, at: number): Promise<string> {
  await lockSeals(tx, tenantId)
  const { number } = await tx
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('code', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return sealCode(at, Number(number) + 1)
}

/** Before another seal becomes the default of whom `accountId` names, or of the company. */
export async function dropDefault(tx: Db, tenantId: string, accountId: string | null): Promise<void> {
  await tx
    .updateTable('seal')
    .set({ is_default: false })
    .where('tenant_id', '=', tenantId)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('is_default', '=', true)
    .execute()
}
