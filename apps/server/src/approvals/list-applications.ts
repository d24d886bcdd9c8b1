import type { approval, ApproveRow } from '@moqi/api/approval'
import { wireKind } from '@moqi/api/wire/contract'
import { sql, type SqlBool } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import type { AppliedSeal } from '#src/platform/database/approval-tables.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { type Keyset, pageOf, readCursor } from '#src/platform/keyset.ts'

type Tab = 'myapproval' | 'approved' | 'mine'

/** The applications that wait for the member, that the member has decided, or made: newest first (checklist C91). */
export const listApprove: Handler<typeof approval.listApprove> = async (
  { db },
  member,
  { status, cursor, pageSize },
) => {
  const after = readCursor(cursor)
  return db.read(member.tenantId, async (own) => {
    const rows = await tabRows(own, member, status, after, pageSize + 1)
    const { page, nextCursor } = pageOf(rows, pageSize, ({ at, approval_id }) => ({ at, id: approval_id }))
    return { approveArray: page.map(shownRow), nextCursor, pendingNumber: await pendingOf(own, member) }
  })
}

async function pendingOf(own: Db, { tenantId, accountId }: Member): Promise<number> {
  const { number } = await own
    .selectFrom('approval_seat')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** One row an application: of the member's seats the last, by which it is in its tab. */
async function tabRows(own: Db, { tenantId, accountId }: Member, tab: Tab, after: Keyset | null, limit: number) {
  const at = sql<number>`case when ${tab === 'mine'}::boolean then a.submitted_at else seat.changed_at end`
  return approvals(own, { tenantId, accountId })
    .$if(tab === 'mine', (query) => query.where('a.applicant_id', '=', accountId))
    .$if(tab !== 'mine', (query) =>
      query.where('seat.state', 'in', tab === 'myapproval' ? (['open'] as const) : (['agreed', 'refused'] as const)),
    )
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(${at}, a.approval_id) < (${after?.at ?? 0}::bigint, ${after?.id ?? ''}::uuid)`),
    )
    .select(at.as('at'))
    .orderBy(at, 'desc')
    .orderBy('a.approval_id', 'desc')
    .limit(limit)
    .execute()
}

/** Applications with the viewer's own last seat, and their contract as the company's list has it. */
export const approvals = (own: Db, { tenantId, accountId }: Pick<Member, 'tenantId' | 'accountId'>) =>
  own
    .selectFrom('approval as a')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('approval_seat as s')
          .whereRef('s.tenant_id', '=', 'a.tenant_id')
          .whereRef('s.approval_id', '=', 'a.approval_id')
          .where('s.account_id', '=', accountId)
          .where('s.state', 'in', ['open', 'agreed', 'refused'])
          .orderBy('s.round', 'desc')
          .orderBy('s.seat_no', 'desc')
          .limit(1)
          .select(['s.state', 's.changed_at'])
          .as('seat'),
      (join) => join.onTrue(),
    )
    // The company's own row, which stays when the applicant has left.
    .innerJoin('inbox as i', (join) =>
      join
        .onRef('i.tenant_id', '=', 'a.tenant_id')
        .onRef('i.account_id', '=', 'a.tenant_id')
        .onRef('i.contract_id', '=', 'a.contract_id'),
    )
    .where('a.tenant_id', '=', tenantId)
    .select(['a.approval_id', 'a.state', 'a.applicant_name', 'a.seals', 'a.reason', 'a.amount', 'a.flow_name'])
    .select(['a.node_number', 'a.submitted_at', 'seat.state as seat_state', 'seat.changed_at as seat_at'])
    .select(['i.subject', 'i.contract_no', 'i.kind', 'i.initiator_name', 'i.party_names', 'i.sign_expire_at'])
    .select((eb) =>
      eb
        .selectFrom('approval_seat as o')
        .whereRef('o.tenant_id', '=', 'a.tenant_id')
        .whereRef('o.approval_id', '=', 'a.approval_id')
        .where('o.state', '=', 'open')
        .select(({ fn }) => fn.min('o.node_no').as('node_no'))
        .as('open_node'),
    )

type Listed = Awaited<ReturnType<ReturnType<typeof approvals>['execute']>>[number]

/** An application as the list shows it. */
export const shownRow = (row: Listed): ApproveRow => ({
  approveId: row.approval_id,
  approveStatus: row.state,
  taskName: row.subject,
  taskNo: row.contract_no,
  taskType: wireKind(row.kind),
  initiatorName: row.initiator_name,
  signerName: row.party_names,
  applicantName: row.applicant_name,
  sealArray: askedSeals(row.seals).map(({ sealId, name }) => ({ sealId, sealName: name })),
  reason: row.reason,
  amount: row.amount,
  flowName: row.flow_name,
  nodeNo: row.open_node,
  nodeNumber: row.node_number,
  createTime: row.submitted_at,
  ownStatus: row.seat_state,
  ownTime: row.seat_at,
  signExpireTime: row.sign_expire_at,
})

const askedSeals = (seals: readonly AppliedSeal[]) => seals.filter(({ needsApproval }) => needsApproval)
