import type { AppealState } from '@moqi/domain/spaces/appeal-lifecycle'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import { type Keyset, likeText } from '#src/platform/keyset.ts'

type Administrator = { admin_name: string | null; admin_phone: string | null }

/** By whose name or whole telephone number appeals are found, and how far they have come. */
type Sought = { search?: string | undefined; state?: AppealState | undefined }

/**
 * Appeals that wait, or those of them that are looked for, with both sides; those that came first first, one more than
 * asked for when there are more.
 */
export const waitingAppeals = (
  directory: Db,
  after: Keyset | null,
  limit: number,
  { search = '', state }: Sought = {},
) =>
  directory
    .selectFrom('appeal as p')
    .innerJoin('space as s', 's.tenant_id', 'p.tenant_id')
    .innerJoin('account as a', 'a.account_id', 'p.account_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('membership as m')
          .innerJoin('account as o', 'o.account_id', 'm.account_id')
          .whereRef('m.tenant_id', '=', 'p.tenant_id')
          .where('m.is_owner', '=', true)
          .orderBy('m.created_at')
          .limit(1)
          .select(['o.nick_name as admin_name', 'o.phone as admin_phone'])
          .$castTo<Administrator>()
          .as('o'),
      (join) => join.onTrue(),
    )
    .where('p.ended_at', 'is', null)
    .$if(state !== undefined, (query) => query.where('p.state', 'in', state === undefined ? [] : [state]))
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('s.name', 'like', likeText(search) ?? ''),
          eb('a.nick_name', 'like', likeText(search) ?? ''),
          eb('a.phone', '=', search),
        ]),
      ),
    )
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('p.submitted_at', 'p.appeal_id'),
        '>',
        tuple(after?.at ?? 0, after?.id ?? '00000000-0000-0000-0000-000000000000'),
      ),
    )
    .orderBy('p.submitted_at')
    .orderBy('p.appeal_id')
    .limit(limit + 1)
    .selectAll('p')
    .select(['s.name as company_name', 'a.nick_name', 'a.phone', 'o.admin_name', 'o.admin_phone'])
    .select(
      sql<boolean>`exists (select from membership x where x.tenant_id = p.tenant_id and x.account_id = p.account_id)`.as(
        'is_member',
      ),
    )
    .execute()
