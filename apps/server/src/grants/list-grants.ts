import type { Output } from '@moqi/api/call'
import type { SealGrant, sealGrant } from '@moqi/api/seal-grant'
import { Refusal } from '@moqi/domain/refusal'
import { grantStateAt } from '@moqi/domain/seals/seal-grant'
import { sql } from 'kysely'
import { type GrantRow, grantOf } from '#src/cores/seal/grants.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { mayGrant } from './may-grant.ts'

type List = typeof sealGrant.listSealGrant

/** The grants of a company's seals, newest first, with how many are in each state (checklist R38). */
export const listSealGrant: Handler<List> = async ({ db, now }, member, input) => {
  const { grantManner, grantState, sealId, keyword, cursor, pageSize } = input
  if (sealId !== undefined && !isUuid(sealId)) throw new Refusal('request/invalid')
  const after = readCursor(cursor)
  const at = now()
  return db.read(member.tenantId, async (tenant) => {
    const like = likeText(keyword)
    const found = grants(tenant, member)
      .where('g.manner', '=', grantManner)
      .$if(sealId !== undefined, (query) => query.where('g.seal_id', '=', sealId ?? ''))
      .$if(like !== null, (query) => query.where(shownName, 'ilike', like ?? ''))
    const rows = await found
      .$if(grantState !== undefined, (query) => query.where(stateNow(at), '=', grantState ?? 'waitSign'))
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('g.created_at', 'g.grant_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('g.created_at', 'desc')
      .orderBy('g.grant_id', 'desc')
      .limit(pageSize + 1)
      .execute()
    const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.created_at, id: row.grant_id }))
    const counts = await tenant
      .selectFrom(found.clearSelect().select(stateNow(at).as('state')).as('shown'))
      .groupBy('shown.state')
      .select(['shown.state', ({ fn }) => fn.countAll<number>().as('number')])
      .execute()
    return {
      grantArray: page.map((row) => wireGrant(row, member, at)),
      countArray: counts.map((row) => ({ grantState: row.state, number: Number(row.number) })),
      nextCursor,
    }
  })
}

/** One grant, by its id. */
export const getSealGrant: Handler<typeof sealGrant.getSealGrant> = ({ db, now }, member, { grantId }) =>
  db.read(member.tenantId, (tenant) => readGrant({ now }, tenant, member, grantId))

/** The grant as managers see it. Throws `seal/grant-not-found`. */
export async function readGrant(
  { now }: Pick<Deps, 'now'>,
  tenant: Db,
  member: Member,
  grantId: string,
): Promise<SealGrant> {
  const row = isUuid(grantId)
    ? await grants(tenant, member).where('g.grant_id', '=', grantId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('seal/grant-not-found')
  return wireGrant(row, member, now())
}

/** What a company calls its member, or whoever was one. */
const shownName = sql<string>`coalesce(nullif(m.name, ''), a.nick_name, '')`

/** `grantStateAt` in SQL: what is counted and filtered is what is shown. */
const stateNow = (at: number) => sql<GrantRow['state']>`case
  when g.state in ('waitEffective', 'effective') and g.end_at is not null and g.end_at + 1000 <= ${at}::bigint
    then 'expired'
  when g.state = 'waitEffective' and g.begin_at <= ${at}::bigint then 'effective'
  else g.state end`

const grants = (tenant: Db, { tenantId, accountId }: Pick<Member, 'tenantId' | 'accountId'>) =>
  tenant
    .selectFrom('seal_grant as g')
    .innerJoin('seal as s', (join) =>
      join.onRef('s.tenant_id', '=', 'g.tenant_id').onRef('s.seal_id', '=', 'g.seal_id'),
    )
    .leftJoin('account as a', 'a.account_id', 'g.account_id')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.tenant_id', '=', 'g.tenant_id').onRef('m.account_id', '=', 'g.account_id'),
    )
    .leftJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'm.tenant_id').onRef('d.department_id', '=', 'm.department_id'),
    )
    .where('g.tenant_id', '=', tenantId)
    .selectAll('g')
    .select(['s.name as seal_name', 's.kind', 's.holder_account_id', 'd.name as department_name'])
    .select(shownName.as('member_name'))
    .select((eb) =>
      eb
        .selectFrom('entry as e')
        .whereRef('e.tenant_id', '=', 'g.tenant_id')
        .whereRef('e.contract_id', '=', 'g.letter_contract_id')
        .where('e.account_id', '=', accountId)
        .orderBy('e.party_no')
        .limit(1)
        .select('e.sign_id')
        .as('own_letter'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof grants>['execute']>>[number]

const wireGrant = (row: Row, member: Member, now: number): Output<List>['grantArray'][number] => ({
  grantId: row.grant_id,
  sealId: row.seal_id,
  sealName: row.seal_name,
  sealImg: `/api/common/v1/seal/image?sealId=${row.seal_id}`,
  memberId: row.account_id,
  memberName: row.member_name,
  departmentName: row.department_name,
  grantManner: row.manner,
  grantState: grantStateAt(grantOf(row), now),
  grantScope: row.scope,
  namedArray: row.named.map(({ id, name }) => ({ id, name })),
  counterpartArray: row.counterparts,
  beginTime: row.begin_at,
  endTime: row.end_at,
  letterNo: row.letter_no,
  letterSignId: row.own_letter,
  letterEnd: row.letter_end,
  grantorName: row.granted_by_name,
  createTime: row.created_at,
  stateTime: row.state_at,
  stateBy: row.state_by,
  stateReason: row.state_reason,
  mayChange: mayGrant(member, row) ? 1 : 0,
  amountMax: row.amount_max,
  countMax: row.count_max,
  usedNumber: row.used_number,
})
