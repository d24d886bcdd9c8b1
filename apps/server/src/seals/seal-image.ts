import type { Input } from '@moqi/api/call'
import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { BlobAnswer } from '#src/platform/handlers.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { sealsOf } from './seal-info.ts'

/** The PNG of a seal of the space; another's answers `seal/not-found`. A seal's picture never changes. */
export async function sealImage(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  member: Member,
  { sealId }: Input<typeof seal.sealImage>,
): Promise<BlobAnswer> {
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
