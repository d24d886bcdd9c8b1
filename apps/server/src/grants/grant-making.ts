import type { Output } from '@moqi/api/call'
import type { sealGrant } from '@moqi/api/seal-grant'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { companyIdentity } from '#src/cores/identity/company-identity.ts'
import { visibleContracts } from './visible-contracts.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import { peopleOf } from './grant-people.ts'
import { mayGrant } from './may-grant.ts'

type Making = Output<typeof sealGrant.getGrantMaking>

/** What a grant may be made of: the company's enabled seals, its members, templates and open contracts. */
export const getGrantMaking: Handler<typeof sealGrant.getGrantMaking> = async ({ db }, member) =>
  db.read(member.tenantId, async (tenant) => {
    const company = await companyIdentity(tenant, member.tenantId)
    if (!company) throw new Refusal('space/not-authenticated')
    const people = await peopleOf(tenant, member.tenantId)
    return {
      companyName: company.companyName,
      creditCode: company.creditCode || null,
      sealArray: await sealsOf(tenant, member),
      memberArray: people
        .filter(({ accountId }) => accountId !== member.accountId)
        .map(({ accountId, name, phone, departmentName, realNamed, isOwner }) => ({
          memberId: accountId,
          memberName: name,
          phone: maskPhone(phone),
          departmentName,
          realNamed: realNamed ? (1 as const) : (0 as const),
          isSpaceOwner: isOwner ? ('yes' as const) : ('no' as const),
        })),
      templateArray: await templatesOf(tenant, member.tenantId),
      taskArray: (await visibleContracts(tenant, member).limit(100).execute()).map((row) => ({
        taskId: row.contract_id,
        taskName: row.subject,
        taskNo: row.contract_no,
      })),
    }
  })

async function sealsOf(tenant: Db, member: Member): Promise<Making['sealArray']> {
  const rows = await tenant
    .selectFrom('seal')
    .where('tenant_id', '=', member.tenantId)
    .where('account_id', 'is', null)
    .where('status', '=', 'enabled')
    .orderBy('is_default', 'desc')
    .orderBy('seal_id')
    .selectAll()
    .execute()
  return rows.map((row) => ({
    sealId: row.seal_id,
    sealName: row.name,
    sealType: row.kind,
    sealColor: row.color,
    sealStatus: row.status,
    width: row.width,
    height: row.height,
    sealImg: `/api/common/v1/seal/image?sealId=${row.seal_id}`,
    isDefault: row.is_default ? 1 : 0,
    createTime: row.created_at,
    expireTime: row.expire_at,
    sealPermission: 'none',
    sealCode: row.code ?? '',
    mayGrant: mayGrant(member, row) ? 1 : 0,
  }))
}

async function templatesOf(tenant: Db, tenantId: string): Promise<Making['templateArray']> {
  const rows = await tenant
    .selectFrom('template')
    .where('tenant_id', '=', tenantId)
    .orderBy('changed_at', 'desc')
    .limit(200)
    .select(['template_id', 'name'])
    .execute()
  return rows.map(({ template_id, name }) => ({ templateId: template_id, templateName: name }))
}
