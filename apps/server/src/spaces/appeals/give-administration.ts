import { maskName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import type { AppealRow } from '#src/cores/identity/appeal.ts'
import { lockMembers } from '#src/cores/identity/lock-members.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { takeAdministration } from '#src/cores/identity/take-administration.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { notify } from '#src/platform/messages/notify.ts'
import type { TakenCompany } from './taken-company.ts'

/**
 * What a granted appeal does in the company: whoever made it becomes its administrator, those who were stay members,
 * the company's log says so, and all of them are told. Runs in the company's tenant.
 */
export async function giveAdministration(
  deps: Deps,
  tx: Db,
  row: AppealRow,
  { company, address }: { company: TakenCompany; address: string },
): Promise<void> {
  const { tenantId } = company
  const { account_id: accountId, papers_tenant_id } = row
  await lockMembers(tx, tenantId)
  const { name, phone } = await appellantOf(tx, papers_tenant_id, accountId)
  // A contract sent to this phone for the company either finds the member from now on or waits and is claimed.
  await lockPhones(tx, [phone])
  const former = await takeAdministration(deps, tx, { tenantId, accountId, name })
  const platform = { accountId: null, nickName: '平台', address }
  await addMemberLog(deps, tx, platform, { tenantId, verb: 'appeal', detail: `${company.adminName} → ${name}` })
  const facts = { company: company.name, creditCode: company.creditCode, reason: null }
  await notify(deps, tx, { kind: 'appealDecided', to: { accountId, tenantId }, facts })
  const taken = { company: company.name, name: maskName(name) }
  for (const one of former)
    await notify(deps, tx, { kind: 'administrationTaken', to: { accountId: one, tenantId }, facts: taken })
  for (const one of [accountId, ...former]) tellAuth(tx, { tenantId, accountId: one }, 'passAuth')
}

/** Who appeals, real-named still. Throws `space/not-authenticated`. */
async function appellantOf(tx: Db, ownTenantId: string, accountId: string): Promise<{ name: string; phone: string }> {
  const own = await tx
    .selectFrom('space as s')
    .innerJoin('membership as m', 'm.tenant_id', 's.tenant_id')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .where('s.tenant_id', '=', ownTenantId)
    .where('m.account_id', '=', accountId)
    .where('s.auth_status', '=', 'passAuth')
    .where('a.closed_at', 'is', null)
    .select(['s.name', 'a.phone'])
    .executeTakeFirst()
  if (!own) throw new Refusal('space/not-authenticated', { message: '申诉人的实名认证已失效，不能成为管理员' })
  return own
}
