import { hash } from 'node:crypto'
import type { SignCodeUse, signCode } from '@moqi/api/sign-code'
import { maskPhone } from '@moqi/domain/identity/phone'
import { partyStateLabels } from '@moqi/domain/labels/status-labels'
import { signCodeLimits } from '@moqi/domain/templates/sign-code'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Member } from '#src/platform/actor.ts'
import { csvOf } from '#src/platform/csv.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { BlobAnswer, Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { readSignCode } from './list-sign-codes.ts'
import { requireSignCode } from './sign-code-store.ts'

/** The contracts that a code has made, newest first, with the code as it stands. */
export const listSignCodeUse: Handler<typeof signCode.listSignCodeUse> = (deps, member, input) => {
  const { signCodeId, cursor, pageSize } = input
  const after = readCursor(cursor)
  return deps.db.read(member.tenantId, async (tenant) => {
    const code = await readSignCode(deps, tenant, member.tenantId, signCodeId)
    const rows = await uses(tenant, member, signCodeId)
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('u.created_at', 'u.contract_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .limit(pageSize + 1)
      .execute()
    const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.created_at, id: row.contract_id }))
    return { signCode: code, useArray: page.map(wireUse), nextCursor }
  })
}

/** The same as a table for a spreadsheet. */
export async function exportSignCodeUse(
  { db }: Pick<Deps, 'db'>,
  member: Member,
  { signCodeId }: { signCodeId: string },
): Promise<BlobAnswer> {
  const { name, rows } = await db.read(member.tenantId, async (tenant) => ({
    name: (await requireSignCode(tenant, member.tenantId, signCodeId)).name,
    rows: await uses(tenant, member, signCodeId).limit(signCodeLimits.cap).execute(),
  }))
  const lines = rows.map((row) => [
    row.contract_no,
    row.name,
    row.phone,
    partyStateLabels[row.state],
    formatDate(row.created_at),
    formatDate(row.signed_at),
  ])
  const bytes = Buffer.from(csvOf(['合同编号', '签署人', '手机号', '签署状态', '领取时间', '签署时间'], lines))
  return { bytes, type: 'text/csv; charset=utf-8', etag: hash('sha256', bytes), fileName: `${name}-签署码合同.csv` }
}

const uses = (tenant: Db, { tenantId, accountId }: Pick<Member, 'tenantId' | 'accountId'>, codeId: string) =>
  tenant
    .selectFrom('sign_code_use as u')
    .innerJoin('contract as c', (join) =>
      join.onRef('c.tenant_id', '=', 'u.tenant_id').onRef('c.contract_id', '=', 'u.contract_id'),
    )
    .innerJoin('party as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'u.tenant_id')
        .onRef('p.contract_id', '=', 'u.contract_id')
        .onRef('p.account_id', '=', 'u.account_id'),
    )
    .where('u.tenant_id', '=', tenantId)
    .where('u.code_id', '=', codeId)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.contract_id', 'desc')
    .select(['u.created_at', 'c.contract_id', 'c.contract_no', 'p.state', 'p.name', 'p.phone', 'p.signed_at'])
    .select((eb) =>
      eb
        .selectFrom('entry as e')
        .whereRef('e.tenant_id', '=', 'u.tenant_id')
        .whereRef('e.contract_id', '=', 'u.contract_id')
        .where('e.account_id', '=', accountId)
        .limit(1)
        .select('e.sign_id')
        .as('own_sign_id'),
    )

const wireUse = (row: Awaited<ReturnType<ReturnType<typeof uses>['execute']>>[number]): SignCodeUse => ({
  signId: row.own_sign_id,
  taskId: row.contract_id,
  taskNo: row.contract_no,
  signerName: row.name,
  phone: maskPhone(row.phone),
  signerStatus: row.state,
  createTime: row.created_at,
})
