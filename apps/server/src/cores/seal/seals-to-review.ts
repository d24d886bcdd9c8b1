import type { SealPurpose } from '@moqi/domain/seals/company-seal'
import type { Database } from '#src/platform/database/database.ts'

/** An uploaded seal that waits: whose it is by the authenticated name, when it came, and both its pictures' blobs. */
export type SealToReview = {
  tenantId: string
  sealId: string
  owner: string
  /** Null of a person's signature. */
  purpose: SealPurpose | null
  name: string
  width: number
  height: number
  submittedAt: number
  originalSha256: string
  pngSha256: string
}

/** The uploaded seals of every space that wait for review, those that came first first. As the database's owner. */
export async function sealsToReview(db: Database): Promise<SealToReview[]> {
  const waiting = await db.directory((directory) =>
    directory
      .selectFrom('seal_review as r')
      .innerJoin('space as s', 's.tenant_id', 'r.tenant_id')
      .orderBy('r.submitted_at')
      .select(['r.tenant_id', 'r.seal_id', 'r.submitted_at', 's.name as owner'])
      .execute(),
  )
  const found: SealToReview[] = []
  for (const { tenant_id: tenantId, seal_id: sealId, submitted_at: submittedAt, owner } of waiting) {
    const seal = await db.read(tenantId, (tenant) =>
      tenant
        .selectFrom('seal')
        .where('tenant_id', '=', tenantId)
        .where('seal_id', '=', sealId)
        .select(['name', 'purpose', 'width', 'height', 'original_sha256', 'png_sha256'])
        .executeTakeFirst(),
    )
    if (!seal?.original_sha256) continue
    const { name, purpose, width, height, original_sha256: originalSha256, png_sha256: pngSha256 } = seal
    found.push({ tenantId, sealId, owner, purpose, name, width, height, submittedAt, originalSha256, pngSha256 })
  }
  return found
}
