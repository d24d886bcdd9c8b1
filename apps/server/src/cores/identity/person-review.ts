import { paperPicture, paperPictures, type PersonPaper } from '@moqi/domain/identity/person-paper'
import type { ReviewLogVerb } from '@moqi/domain/identity/review-log-verbs'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { lockSpaceKeys } from '#src/platform/keys/space-key-lock.ts'
import { tenantKey } from '#src/platform/keys/tenant-key.ts'
import type { Keyset } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A picture of an identity paper, open. */
export type PaperPicture = { type: 'image/png' | 'image/jpeg'; bytes: Buffer }
type Case = { tenantId: string; authId: string }

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
 * Puts an authentication that has begun among those that wait for somebody, with its pictures in the order of
 * `paperPictures`. Runs in the tenant. Throws `field/invalid` unless each is the space's own and unused.
 */
export async function openReview(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  {
    tenantId,
    authId,
    accountId,
    paper,
    pictures,
  }: Case & { accountId: string; paper: PersonPaper; pictures: string[] },
): Promise<void> {
  for (const [index, pictureId] of pictures.entries()) {
    const taken = isUuid(pictureId) && (await takePicture(tx, { tenantId, authId, pictureId, pictureNo: index + 1 }))
    if (!taken) throw new Refusal('field/invalid', { field: 'pictureArray', message: '照片已失效，请重新选择' })
  }
  const at = deps.now()
  await tx
    .insertInto('person_review')
    .values({
      tenant_id: tenantId,
      auth_id: authId,
      account_id: accountId,
      paper,
      submitted_at: at,
      decided_at: null,
    })
    .execute()
  await addReviewLog(deps, tx, { tenantId, authId, verb: 'submit' })
}

async function takePicture(
  tx: Db,
  { tenantId, authId, pictureId, pictureNo }: Case & { pictureId: string; pictureNo: number },
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

/** A line of what has happened to somebody's papers. Runs in the tenant. */
export async function addReviewLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenantId, authId, verb, detail = null }: Case & { verb: ReviewLogVerb; detail?: string | null },
): Promise<void> {
  await tx
    .insertInto('person_review_log')
    .values({ tenant_id: tenantId, line_id: newId(), auth_id: authId, at: now(), verb, detail })
    .execute()
}

/** What has happened to the papers that a space handed in last, oldest first; nothing when it never has. */
export async function lastReviewLog(own: Db, tenantId: string) {
  return own
    .selectFrom('person_review_log')
    .where('tenant_id', '=', tenantId)
    .where('auth_id', '=', (last) =>
      last
        .selectFrom('person_review_log')
        .where('tenant_id', '=', tenantId)
        .orderBy('at', 'desc')
        .orderBy('line_id', 'desc')
        .limit(1)
        .select('auth_id'),
    )
    .orderBy('at')
    .orderBy('line_id')
    .select(['at', 'verb', 'detail'])
    .execute()
}

/** Papers that wait, of every space, those that came first first; one more than asked for when there are more. */
export const waitingReviews = (directory: Db, after: Keyset | null, limit: number) =>
  directory
    .selectFrom('person_review as r')
    .innerJoin('person_auth as p', 'p.auth_id', 'r.auth_id')
    .innerJoin('account as a', 'a.account_id', 'r.account_id')
    .where('r.decided_at', 'is', null)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('r.submitted_at', 'r.auth_id'),
        '>',
        tuple(after?.at ?? 0, after?.id ?? '00000000-0000-0000-0000-000000000000'),
      ),
    )
    .orderBy('r.submitted_at')
    .orderBy('r.auth_id')
    .limit(limit + 1)
    .select(['r.auth_id', 'r.paper', 'r.submitted_at', 'p.real_name', 'a.phone'])
    .execute()

/** The papers of that id while they wait, whoever's. Throws `identity/changed`. */
export async function requireReview(db: Db, authId: string): Promise<Case & { accountId: string; paper: PersonPaper }> {
  const row = isUuid(authId)
    ? await db
        .selectFrom('person_review')
        .where('auth_id', '=', authId)
        .where('decided_at', 'is', null)
        .select(['tenant_id', 'account_id', 'paper'])
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('identity/changed')
  return { tenantId: row.tenant_id, authId, accountId: row.account_id, paper: row.paper }
}

/** One of the pictures of papers, opened, and what it shows. Runs in the tenant. Throws `file/not-found`. */
export async function openPicture(
  deps: Pick<Deps, 'keyEncryption' | 'now'>,
  tx: Db,
  { tenantId, authId, paper, pictureNo }: Case & { paper: PersonPaper; pictureNo: number },
): Promise<PaperPicture & { shows: string }> {
  const shows = paperPictures[paper][pictureNo - 1]
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

/** Notes that somebody has decided: the pictures go when the time is over that their holder was told. */
export async function endReview({ now }: Pick<Deps, 'now'>, tx: Db, { tenantId, authId }: Case): Promise<void> {
  await tx
    .updateTable('person_review')
    .set({ decided_at: now() })
    .where('tenant_id', '=', tenantId)
    .where('auth_id', '=', authId)
    .execute()
}

/** Deletes all papers of a space, at once. */
export async function forgetPapers(tx: Db, tenantId: string): Promise<void> {
  await inTenant(tx, tenantId, () => tx.deleteFrom('paper_picture').where('tenant_id', '=', tenantId).execute())
  await tx.deleteFrom('person_review').where('tenant_id', '=', tenantId).execute()
}
