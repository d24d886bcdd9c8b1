import type { PersonPaper } from '@moqi/domain/identity/person-paper'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Keyset, likeText } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { type PaperCase, takePictures } from './paper-picture.ts'
import { addReviewLog } from './review-log.ts'

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
  }: PaperCase & { accountId: string; paper: PersonPaper; pictures: string[] },
): Promise<void> {
  await takePictures(tx, { tenantId, authId }, pictures)
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

/** The papers that a space handed in last as its own; null when it never has. */
export async function lastReview(directory: Db, tenantId: string): Promise<PaperCase | null> {
  const row = await directory
    .selectFrom('person_review')
    .where('tenant_id', '=', tenantId)
    .orderBy('submitted_at', 'desc')
    .orderBy('auth_id', 'desc')
    .select('auth_id')
    .limit(1)
    .executeTakeFirst()
  return row ? { tenantId, authId: row.auth_id } : null
}

/**
 * Papers that wait, of every space or of those that a name or a whole telephone number finds, those that came first
 * first; one more than asked for when there are more.
 */
export const waitingReviews = (directory: Db, after: Keyset | null, limit: number, search = '') =>
  directory
    .selectFrom('person_review as r')
    .innerJoin('person_auth as p', 'p.auth_id', 'r.auth_id')
    .innerJoin('account as a', 'a.account_id', 'r.account_id')
    .where('r.decided_at', 'is', null)
    .$if(search !== '', (query) =>
      query.where((eb) => eb.or([eb('p.real_name', 'like', likeText(search) ?? ''), eb('a.phone', '=', search)])),
    )
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
export async function requireReview(
  db: Db,
  authId: string,
): Promise<PaperCase & { accountId: string; paper: PersonPaper }> {
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

/** Notes that somebody has decided: the pictures go when the time is over that their holder was told. */
export async function endReview({ now }: Pick<Deps, 'now'>, tx: Db, { tenantId, authId }: PaperCase): Promise<void> {
  await tx
    .updateTable('person_review')
    .set({ decided_at: now() })
    .where('tenant_id', '=', tenantId)
    .where('auth_id', '=', authId)
    .execute()
}

/** The papers of a space that wait; undefined when none do. */
export const waitingReviewOf = (tx: Db, tenantId: string): Promise<{ auth_id: string } | undefined> =>
  tx
    .selectFrom('person_review')
    .where('tenant_id', '=', tenantId)
    .where('decided_at', 'is', null)
    .select('auth_id')
    .executeTakeFirst()

/** Deletes the pictures of papers that nobody is to look at any more. Runs in the tenant. */
export async function dropPictures(tx: Db, { tenantId, authId }: PaperCase): Promise<void> {
  await tx.deleteFrom('paper_picture').where('tenant_id', '=', tenantId).where('auth_id', '=', authId).execute()
}

/** Deletes all papers of a space, at once. */
export async function forgetPapers(tx: Db, tenantId: string): Promise<void> {
  await inTenant(tx, tenantId, () => tx.deleteFrom('paper_picture').where('tenant_id', '=', tenantId).execute())
  for (const waiting of ['person_review', 'company_review'] as const) {
    await tx.deleteFrom(waiting).where('tenant_id', '=', tenantId).execute()
  }
}
