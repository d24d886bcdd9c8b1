import { type CompanyKind, companyPapers } from '@moqi/domain/identity/company-paper'
import { Refusal } from '@moqi/domain/refusal'
import { companyStepLifecycle, firstSteps } from '@moqi/domain/spaces/company-step-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Keyset, likeText } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { type PaperCase, takePictures } from './paper-picture.ts'
import { addReviewLog } from './review-log.ts'

/** Where an authentication stands whose papers somebody may look at. */
const waiting = companyStepLifecycle.after(companyStepLifecycle.initial, firstSteps.manualReview)

/** Papers of a company that wait, in the space of who handed them in. */
export type CompanyCase = PaperCase & {
  accountId: string
  kind: CompanyKind
  companyName: string
  /** The operator who found them right first; null where nobody has. */
  firstOperatorId: string | null
}

/**
 * Hands in the papers of an authentication that has begun, in the order of `companyPapers`. Runs in the person's
 * tenant. Throws `field/invalid` unless each picture is the space's own and unused.
 */
export async function openCompanyReview(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  of: PaperCase & { accountId: string },
  pictures: readonly string[],
): Promise<void> {
  const { tenantId, authId, accountId } = of
  await takePictures(tx, { tenantId, authId }, pictures)
  await tx
    .insertInto('company_review')
    .values({
      tenant_id: tenantId,
      auth_id: authId,
      account_id: accountId,
      submitted_at: deps.now(),
      decided_at: null,
      first_operator_id: null,
    })
    .execute()
  await addReviewLog(deps, tx, { tenantId, authId, verb: 'submit' })
}

const waitingRows = (directory: Db) =>
  directory
    .selectFrom('company_review as r')
    .innerJoin('company_auth as c', 'c.auth_id', 'r.auth_id')
    .innerJoin('account as a', 'a.account_id', 'r.account_id')
    .where('r.decided_at', 'is', null)
    .where('c.step', '=', waiting)

/**
 * Papers that wait, of every space or of those that words of a name or a whole telephone number find, those that came
 * first first; one more than asked for when there are more.
 */
export const waitingCompanyReviews = (directory: Db, after: Keyset | null, limit: number, search = '') =>
  waitingRows(directory)
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('c.company_name', 'like', likeText(search) ?? ''),
          eb('c.legal_name', 'like', likeText(search) ?? ''),
          eb('a.phone', '=', search),
        ]),
      ),
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
    .select(['r.auth_id', 'r.submitted_at', 'r.first_operator_id'])
    .select(['c.kind', 'c.company_name', 'c.legal_name', 'a.nick_name', 'a.phone'])
    .execute()

/** The papers of that id while they wait, whoever's. Throws `space/auth-changed`. */
export async function requireCompanyReview(db: Db, authId: string): Promise<CompanyCase> {
  const row = isUuid(authId)
    ? await waitingRows(db)
        .where('r.auth_id', '=', authId)
        .select(['r.tenant_id', 'r.account_id', 'r.first_operator_id', 'c.kind', 'c.company_name'])
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('space/auth-changed')
  const { tenant_id: tenantId, account_id: accountId, first_operator_id: firstOperatorId } = row
  return { tenantId, authId, accountId, kind: row.kind, companyName: row.company_name, firstOperatorId }
}

/** The papers of a company that somebody handed in last, in that person's space; null where nobody did. */
export async function lastCompanyReview(
  directory: Db,
  { papersIn, tenantId }: { papersIn: string; tenantId: string },
): Promise<PaperCase | null> {
  const row = await directory
    .selectFrom('company_review as r')
    .innerJoin('company_auth as c', 'c.auth_id', 'r.auth_id')
    .where('r.tenant_id', '=', papersIn)
    .where('c.tenant_id', '=', tenantId)
    .orderBy('r.submitted_at', 'desc')
    .orderBy('r.auth_id', 'desc')
    .select('r.auth_id')
    .limit(1)
    .executeTakeFirst()
  return row ? { tenantId: papersIn, authId: row.auth_id } : null
}

/** What the pictures of a case are to show. */
export const shownOf = ({ kind }: Pick<CompanyCase, 'kind'>): readonly string[] => companyPapers[kind]

/** Notes who has found the papers right first. Throws `space/auth-changed` where somebody was faster. */
export async function noteFirst(tx: Db, { tenantId, authId }: PaperCase, operatorId: string): Promise<void> {
  const noted = await tx
    .updateTable('company_review')
    .set({ first_operator_id: operatorId })
    .where('tenant_id', '=', tenantId)
    .where('auth_id', '=', authId)
    .where('decided_at', 'is', null)
    .where('first_operator_id', 'is', null)
    .executeTakeFirst()
  if (noted.numUpdatedRows !== 1n) throw new Refusal('space/auth-changed')
}

/** The papers of an authentication wait no more: its pictures go when the time is over that was told. */
export async function closeReview(tx: Db, authId: string, at: number): Promise<void> {
  await tx
    .updateTable('company_review')
    .set({ decided_at: at })
    .where('auth_id', '=', authId)
    .where('decided_at', 'is', null)
    .execute()
}
