import type { Output } from '@moqi/api/call'
import type { GrantRequest, grantRequest } from '@moqi/api/grant-request'
import { Refusal } from '@moqi/domain/refusal'
import { grantRequestLifecycle } from '@moqi/domain/seals/grant-request'
import { grantStateAt } from '@moqi/domain/seals/seal-grant'
import { requestStateNow } from '#src/cores/seal/grant-requests.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { mayGrant } from './may-grant.ts'

const waiting = grantRequestLifecycle.initial

/** What members have asked for, newest first, with how many wait. */
export const listGrantRequest: Handler<typeof grantRequest.listGrantRequest> = async ({ db, now }, member, input) => {
  const after = readCursor(input.cursor)
  return db.read(member.tenantId, async (tenant) => {
    const rows = await requests(tenant, member)
      .$if(input.requestState !== undefined, (query) =>
        query.where(requestStateNow, '=', input.requestState ?? waiting),
      )
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('r.created_at', 'r.request_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('r.created_at', 'desc')
      .orderBy('r.request_id', 'desc')
      .limit(input.pageSize + 1)
      .execute()
    const { page, nextCursor } = pageOf(rows, input.pageSize, (row) => ({ at: row.created_at, id: row.request_id }))
    const { number } = await requests(tenant, member)
      .where(requestStateNow, '=', waiting)
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    return {
      requestArray: page.map((row) => ({ ...wireRequest(row, now()), mayDecide: mayDecide(member, row) ? 1 : 0 })),
      pendingNumber: Number(number),
      nextCursor,
    }
  })
}

/** One request, for who decides on it. */
export const getGrantRequest: Handler<typeof grantRequest.getGrantRequest> = ({ db, now }, member, { requestId }) =>
  db.read(member.tenantId, async (tenant) => {
    const row = isUuid(requestId)
      ? await requests(tenant, member).where('r.request_id', '=', requestId).executeTakeFirst()
      : undefined
    if (!row) throw new Refusal('seal/grant-request-not-found')
    return wireRequest(row, now())
  })

const mayDecide = (member: Member, row: Row): boolean =>
  row.state_now === waiting && row.account_id !== member.accountId && mayGrant(member, row)

type OwnRequests = Output<typeof grantRequest.getGrantAsking>['requestArray']

/** The member's own on one contract: the newest of each seal, with the letter that the member signs as a person. */
export async function ownRequests(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  own: Db,
  member: Member,
  contractId: string,
): Promise<OwnRequests> {
  const rows = await requests(own, member)
    .where('r.account_id', '=', member.accountId)
    .where('r.contract_id', '=', contractId)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.request_id', 'desc')
    .limit(50)
    .execute()
  const newest = rows.filter((row, index) => rows.findIndex(({ seal_id }) => seal_id === row.seal_id) === index)
  const letters = newest.flatMap(({ letter_contract_id }) => letter_contract_id ?? [])
  const handles = await lettersOf(db, member, letters)
  return newest.map((row) => ({
    ...wireRequest(row, now()),
    letterSignId: handles.get(row.letter_contract_id ?? '') ?? null,
  }))
}

/** Own handles of letters, by contract: they are signed in the person's own space. */
async function lettersOf(
  db: Deps['db'],
  { accountId, spaces }: Member,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const person = spaces.find(({ kind }) => kind === 'person')
  if (!person || contractIds.length === 0) return new Map()
  const rows = await db.read(person.tenantId, (tenant) =>
    tenant
      .selectFrom('entry')
      .where('tenant_id', '=', person.tenantId)
      .where('account_id', '=', accountId)
      .where('contract_id', 'in', contractIds)
      .select(['contract_id', 'sign_id'])
      .execute(),
  )
  return new Map(rows.map(({ contract_id, sign_id }) => [contract_id, sign_id]))
}

const requests = (tenant: Db, { tenantId }: Pick<Member, 'tenantId'>) =>
  tenant
    .selectFrom('grant_request as r')
    .innerJoin('seal as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.seal_id', '=', 'r.seal_id'),
    )
    .leftJoin('seal_grant as g', (join) =>
      join.onRef('g.tenant_id', '=', 'r.tenant_id').onRef('g.grant_id', '=', 'r.grant_id'),
    )
    .leftJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.template_id', '=', 'r.template_id'),
    )
    .where('r.tenant_id', '=', tenantId)
    .selectAll('r')
    .select(['s.name as seal_name', 's.kind', 's.holder_account_id', 't.name as template_now'])
    .select(['g.state as grant_state', 'g.begin_at as grant_begin_at', 'g.end_at as grant_end_at'])
    .select('g.letter_contract_id')
    .select(requestStateNow.as('state_now'))

type Row = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number]

const wireRequest = (row: Row, now: number): GrantRequest => ({
  requestId: row.request_id,
  requestState: row.state_now,
  memberId: row.account_id,
  memberName: row.account_name,
  sealId: row.seal_id,
  sealName: row.seal_name,
  sealImg: `/api/common/v1/seal/image?sealId=${row.seal_id}`,
  taskId: row.contract_id,
  taskName: row.subject,
  taskNo: row.contract_no,
  grantWish: row.wish,
  template:
    row.template_id === null || row.template_now === null
      ? null
      : { templateId: row.template_id, templateName: row.template_now },
  counterpartArray: row.counterparts,
  endTime: row.end_at,
  reason: row.reason,
  createTime: row.created_at,
  decideTime: row.decided_at,
  deciderName: row.decided_by_name,
  answer: row.answer,
  grantId: row.grant_id,
  grantState: grantStateOf(row, now),
})

function grantStateOf({ grant_state: state, grant_begin_at, grant_end_at: endAt }: Row, now: number) {
  return state === null ? null : grantStateAt({ state, beginAt: grant_begin_at ?? 0, endAt }, now)
}
