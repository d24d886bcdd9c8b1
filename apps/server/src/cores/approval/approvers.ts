import { rightsIn } from '@moqi/domain/spaces/rights'
import type { Approvers } from '@moqi/domain/approvals/course'
import type { Db } from '#src/platform/database/database.ts'

/** Somebody of a company, as approvals know them. */
export type Colleague = {
  accountId: string
  name: string
  phone: string
  /** Accepted, and not disabled. */
  isPresent: boolean
  mayApprove: boolean
  managesSeals: boolean
  isAdministrator: boolean
}

/** Everybody who is or was named in a company, by account. Directory tables only, which any connection may read. */
export async function colleaguesById(db: Db, tenantId: string): Promise<ReadonlyMap<string, Colleague>> {
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .leftJoin('company_role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.role_id', '=', 'm.role_id'),
    )
    .where('m.tenant_id', '=', tenantId)
    .orderBy('m.created_at')
    .select(['m.account_id', 'm.name', 'm.is_owner', 'm.state', 'r.rights', 'a.phone', 'a.nick_name', 'a.closed_at'])
    .execute()
  return new Map(
    rows.map((row) => {
      const rights = rightsIn({ spaceType: 'company', isSpaceOwner: row.is_owner, roleRights: row.rights })
      const colleague = {
        accountId: row.account_id,
        name: row.name || row.nick_name,
        phone: row.phone,
        isPresent: row.state === 'accepted' && row.closed_at === null,
        mayApprove: rights.includes('approveSealUse'),
        managesSeals: rights.includes('manageSeals'),
        isAdministrator: row.is_owner,
      }
      return [row.account_id, colleague]
    }),
  )
}

/** Who of a company could decide on one applicant's application. */
export function approversOf(
  colleagues: ReadonlyMap<string, Colleague>,
  { applicantId, needsAnother }: Pick<Approvers, 'applicantId' | 'needsAnother'>,
): Approvers {
  return {
    applicantId,
    needsAnother,
    isPresent: (accountId) => mayDecide(colleagues.get(accountId)),
    administratorIds: [...colleagues.values()]
      .filter((one) => one.isAdministrator && mayDecide(one))
      .map(({ accountId }) => accountId),
  }
}

/** Whether somebody is there and has the right to approve. */
export const mayDecide = (one: Colleague | undefined): boolean => one !== undefined && one.isPresent && one.mayApprove
