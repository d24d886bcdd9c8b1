import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

/**
 * The blob of the member's own upload that a seal or signature was cut out of, as it came. Throws `file/not-found` for
 * any other file.
 */
export async function uploadedOriginal(
  { db }: Pick<Deps, 'db'>,
  { tenantId, accountId }: Pick<Member, 'tenantId' | 'accountId'>,
  fileId: string,
): Promise<string> {
  const found = isUuid(fileId)
    ? await db.read(tenantId, (own) =>
        own
          .selectFrom('file')
          .where('tenant_id', '=', tenantId)
          .where('file_id', '=', fileId)
          .where('account_id', '=', accountId)
          .where('usage', '=', 'sealImage')
          .select('sha256')
          .executeTakeFirst(),
      )
    : undefined
  if (!found) throw new Refusal('file/not-found')
  return found.sha256
}
