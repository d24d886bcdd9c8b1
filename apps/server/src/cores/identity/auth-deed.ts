import type { AuthEnd } from '@moqi/domain/operators/auth-ending'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { keepPicture, openPicture, type PaperPicture, takePictures } from './paper-picture.ts'

/** An ending in its space. */
export type EndingPlace = { tenantId: string; endingId: string }

/** Keeps what an operator would end an authentication by, with its deed, which its space's key seals. */
export async function keepDeed(
  deps: Pick<Deps, 'keyEncryption' | 'now' | 'newId'>,
  tx: Db,
  { tenantId, end, paper }: { tenantId: string; end: AuthEnd; paper: PaperPicture },
): Promise<string> {
  const endingId = deps.newId()
  const { cause, reason, reference } = end
  await tx
    .insertInto('auth_ending')
    .values({
      tenant_id: tenantId,
      ending_id: endingId,
      cause,
      reason,
      reference,
      asked_at: deps.now(),
      ended_at: null,
    })
    .execute()
  await takePictures(tx, { tenantId, authId: endingId }, [await keepPicture(deps, tx, tenantId, paper)])
  return endingId
}

/** What the authentication is to be ended by. Runs in the tenant. Throws `file/not-found`. */
export async function endingOf(tx: Db, { tenantId, endingId }: EndingPlace): Promise<AuthEnd> {
  const row = isUuid(endingId)
    ? await tx
        .selectFrom('auth_ending')
        .where('tenant_id', '=', tenantId)
        .where('ending_id', '=', endingId)
        .select(['cause', 'reason', 'reference'])
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('file/not-found')
  return row
}

/** The deed, opened. Runs in the tenant. Throws `file/not-found`. */
export async function openDeed(
  deps: Pick<Deps, 'keyEncryption' | 'now'>,
  tx: Db,
  place: EndingPlace,
): Promise<PaperPicture> {
  await endingOf(tx, place)
  const { tenantId, endingId: authId } = place
  return openPicture(deps, tx, { tenantId, authId, pictureNo: 1, shown: ['终止认证文书'] })
}

/** Forgets what came to nothing, with its deed. Runs in the tenant. */
export async function dropDeed(tx: Db, { tenantId, endingId }: EndingPlace): Promise<void> {
  await tx.deleteFrom('paper_picture').where('tenant_id', '=', tenantId).where('auth_id', '=', endingId).execute()
  await tx
    .deleteFrom('auth_ending')
    .where('tenant_id', '=', tenantId)
    .where('ending_id', '=', endingId)
    .where('ended_at', 'is', null)
    .execute()
}
