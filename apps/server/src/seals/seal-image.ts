import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { sealsOf } from './seal-info.ts'

/** The PNG of a seal of the space; another's answers `seal/not-found`. A seal's picture never changes. */
export const sealImage: Handler<typeof seal.sealImage> = async ({ db, blobs }, member, { sealId }) => {
  if (!isUuid(sealId)) throw new Refusal('seal/not-found')
  const found = await db.read(member.tenantId, (tenant) =>
    tenant
      .selectFrom('seal')
      .where(sealsOf(member))
      .where('seal_id', '=', sealId)
      .select('png_sha256')
      .executeTakeFirst(),
  )
  if (!found) throw new Refusal('seal/not-found')
  const bytes = await blobs.get(found.png_sha256)
  return { bytes, type: 'image/png', etag: found.png_sha256, immutable: true }
}
