import type { ReviewLogVerb } from '@moqi/domain/identity/review-log-verbs'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { PaperCase } from './paper-picture.ts'

/** A line of what has happened to papers, a person's own or a company's. Runs in the tenant. */
export async function addReviewLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenantId, authId, verb, detail = null }: PaperCase & { verb: ReviewLogVerb; detail?: string | null },
): Promise<void> {
  await tx
    .insertInto('person_review_log')
    .values({ tenant_id: tenantId, line_id: newId(), auth_id: authId, at: now(), verb, detail })
    .execute()
}

/** What has happened to the papers of a case, oldest first. Runs in the tenant. */
export const reviewLogOf = (own: Db, { tenantId, authId }: PaperCase) =>
  own
    .selectFrom('person_review_log')
    .where('tenant_id', '=', tenantId)
    .where('auth_id', '=', authId)
    .orderBy('at')
    .orderBy('line_id')
    .select(['at', 'verb', 'detail'])
    .execute()
