import type { authEnding } from '@moqi/api/auth-ending'
import { revocableSeals } from '#src/cores/seal/revoke-seals.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireTenant } from './find-tenants.ts'
import { membersAndContracts } from './space-numbers.ts'

/** What ending the authentication of a space would take from it, in numbers. */
export const weighAuthEnd: Handler<typeof authEnding.weighAuthEnd> = async (deps, _operator, input) => {
  const space = await deps.db.directory((directory) => requireTenant(directory, input.tenantId))
  const { tenant_id: tenantId, auth_status, kind } = space
  return deps.db.read(tenantId, async (tenant) => ({
    isAuthed: auth_status === 'passAuth' ? 1 : 0,
    needsSecond: deps.config.freezers === 2 ? 1 : 0,
    ...(await membersAndContracts(tenant, tenantId)),
    ...(await means(tenant, tenantId)),
    companyNumber: kind === 'person' ? await companies(tenant, tenantId) : 0,
  }))
}

async function means(tenant: Db, tenantId: string): Promise<Record<'certificateNumber' | 'sealNumber', number>> {
  const certificates = await tenant
    .selectFrom('signing_certificate')
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return { certificateNumber: certificates.number, sealNumber: (await revocableSeals(tenant, tenantId)).length }
}

/** The companies in which whoever holds a personal space is a member. */
async function companies(tenant: Db, tenantId: string): Promise<number> {
  const { number } = await tenant
    .selectFrom('membership as own')
    .innerJoin('membership as m', 'm.account_id', 'own.account_id')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('own.tenant_id', '=', tenantId)
    .where('s.kind', '=', 'company')
    .where('m.state', '=', 'accepted')
    .select((eb) => eb.fn.count<number>('m.tenant_id').distinct().as('number'))
    .executeTakeFirstOrThrow()
  return number
}
