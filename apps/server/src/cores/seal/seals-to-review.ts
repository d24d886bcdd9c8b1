import { Refusal } from '@moqi/domain/refusal'
import type { SealPurpose } from '@moqi/domain/seals/company-seal'
import type { Database, Db } from '#src/platform/database/database.ts'
import { type Keyset, pageOf } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'

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

type Waiting = { tenant_id: string; seal_id: string; submitted_at: number; owner: string }

/**
 * The uploaded seals of every space that wait for review, those that came first first, a page at a time; `nextCursor`
 * is null behind the last.
 */
export async function sealsToReview(
  db: Database,
  after: Keyset | null,
  limit: number,
): Promise<{ seals: SealToReview[]; nextCursor: string | null }> {
  const rows = await db.directory((directory) =>
    waitingSeals(directory)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('r.submitted_at', 'r.seal_id'),
          '>',
          tuple(after?.at ?? 0, after?.id ?? '00000000-0000-0000-0000-000000000000'),
        ),
      )
      .orderBy('r.submitted_at')
      .orderBy('r.seal_id')
      .limit(limit + 1)
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, limit, ({ submitted_at: at, seal_id: id }) => ({ at, id }))
  const seals: SealToReview[] = []
  for (const row of page) {
    const seal = await toReview(db, row)
    if (seal) seals.push(seal)
  }
  return { seals, nextCursor }
}

/** One of them. Throws `seal/changed` for what does not wait. */
export async function sealToReview(db: Database, sealId: string): Promise<SealToReview> {
  const row = isUuid(sealId)
    ? await db.directory((directory) => waitingSeals(directory).where('r.seal_id', '=', sealId).executeTakeFirst())
    : undefined
  const seal = row && (await toReview(db, row))
  if (!seal) throw new Refusal('seal/changed')
  return seal
}

const waitingSeals = (directory: Db) =>
  directory
    .selectFrom('seal_review as r')
    .innerJoin('space as s', 's.tenant_id', 'r.tenant_id')
    .select(['r.tenant_id', 'r.seal_id', 'r.submitted_at', 's.name as owner'])

async function toReview(
  db: Database,
  { tenant_id: tenantId, seal_id: sealId, submitted_at: submittedAt, owner }: Waiting,
): Promise<SealToReview | null> {
  const seal = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('seal')
      .where('tenant_id', '=', tenantId)
      .where('seal_id', '=', sealId)
      .select(['name', 'purpose', 'width', 'height', 'original_sha256', 'png_sha256'])
      .executeTakeFirst(),
  )
  if (!seal?.original_sha256) return null
  const { name, purpose, width, height, original_sha256: originalSha256, png_sha256: pngSha256 } = seal
  return { tenantId, sealId, owner, purpose, name, width, height, submittedAt, originalSha256, pngSha256 }
}
