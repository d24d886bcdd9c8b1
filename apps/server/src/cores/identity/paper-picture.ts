import { paperPicture } from '@moqi/domain/identity/person-paper'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { lockSpaceKeys } from '#src/platform/keys/space-key-lock.ts'
import { tenantKey } from '#src/platform/keys/tenant-key.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A picture of a paper, open. */
export type PaperPicture = { type: 'image/png' | 'image/jpeg' | 'application/pdf'; bytes: Buffer }
/** Papers that belong together, in the space of who handed them in. */
export type PaperCase = { tenantId: string; authId: string }

/**
 * Keeps a picture for the space, sealed by its data key, until it is submitted or a day has passed; of those that are
 * not submitted the newest alone. Runs in the tenant. Answers the picture's id.
 */
export async function keepPicture(
  deps: Pick<Deps, 'keyEncryption' | 'now' | 'newId'>,
  tx: Db,
  tenantId: string,
  { type, bytes }: PaperPicture,
): Promise<string> {
  await lockSpaceKeys(tx, tenantId)
  const pictureId = deps.newId()
  const sealed = seal(await tenantKey(deps, tx, tenantId), pictureId, bytes)
  const unused = tx.selectFrom('paper_picture').where('tenant_id', '=', tenantId).where('auth_id', 'is', null)
  const older = await unused
    .orderBy('created_at', 'desc')
    .orderBy('picture_id', 'desc')
    .offset(paperPicture.unusedMost - 1)
    .select('picture_id')
    .execute()
  for (const { picture_id } of older) {
    await tx
      .deleteFrom('paper_picture')
      .where('tenant_id', '=', tenantId)
      .where('picture_id', '=', picture_id)
      .execute()
  }
  await tx
    .insertInto('paper_picture')
    .values({
      tenant_id: tenantId,
      picture_id: pictureId,
      auth_id: null,
      picture_no: null,
      type,
      sealed,
      created_at: deps.now(),
    })
    .execute()
  return pictureId
}

/**
 * Gives the pictures to a case, in the order of what they are to show. Runs in the tenant. Throws `field/invalid`
 * unless each is the space's own and unused.
 */
export async function takePictures(tx: Db, of: PaperCase, pictures: readonly string[]): Promise<void> {
  for (const [index, pictureId] of pictures.entries()) {
    const taken = isUuid(pictureId) && (await takePicture(tx, { ...of, pictureId, pictureNo: index + 1 }))
    if (!taken) throw new Refusal('field/invalid', { field: 'pictureArray', message: '照片已失效，请重新选择' })
  }
}

async function takePicture(
  tx: Db,
  { tenantId, authId, pictureId, pictureNo }: PaperCase & { pictureId: string; pictureNo: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('paper_picture')
    .set({ auth_id: authId, picture_no: pictureNo })
    .where('tenant_id', '=', tenantId)
    .where('picture_id', '=', pictureId)
    .where('auth_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * One of the pictures of a case, opened, and what it shows of `shown`. Runs in the tenant. Throws `file/not-found`.
 */
export async function openPicture(
  deps: Pick<Deps, 'keyEncryption' | 'now'>,
  tx: Db,
  { tenantId, authId, pictureNo, shown }: PaperCase & { pictureNo: number; shown: readonly string[] },
): Promise<PaperPicture & { shows: string }> {
  const shows = shown[pictureNo - 1]
  const row = await tx
    .selectFrom('paper_picture')
    .where('tenant_id', '=', tenantId)
    .where('auth_id', '=', authId)
    .where('picture_no', '=', pictureNo)
    .select(['picture_id', 'type', 'sealed'])
    .executeTakeFirst()
  if (!row || shows === undefined) throw new Refusal('file/not-found')
  await lockSpaceKeys(tx, tenantId)
  return { type: row.type, bytes: unseal(await tenantKey(deps, tx, tenantId), row.picture_id, row.sealed), shows }
}
