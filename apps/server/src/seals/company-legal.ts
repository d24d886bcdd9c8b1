import type { seal } from '@moqi/api/seal'
import { companyIdentity } from '#src/cores/identity/company-identity.ts'
import { sealClaims } from '#src/cores/seal/grants.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { companySpace } from './list-seals.ts'
import { sealInfo } from './seal-info.ts'

/** The seal of a company's legal representative, and what that person is called (checklist C46). */
export const companyLegal: Handler<typeof seal.companyLegal> = async ({ db, now }, member, { companyId }) => {
  const space = companyId ? companySpace(member, companyId) : member.space
  const { tenantId } = space
  const viewer = { accountId: member.accountId, space }
  return db.read(tenantId, async (tenant) => {
    const company = await companyIdentity(tenant, tenantId)
    const row = await tenant
      .selectFrom('seal')
      .where('tenant_id', '=', tenantId)
      .where('account_id', 'is', null)
      .where('kind', '=', 'legal')
      .where('status', '=', 'enabled')
      .orderBy('seal_id', 'desc')
      .selectAll()
      .executeTakeFirst()
    const claims = await sealClaims(tenant, { tenantId, accountId: member.accountId }, now())
    return { sealInfo: row ? sealInfo(row, viewer, claims) : null, legalPersonName: company?.legalName ?? null }
  })
}
