import type { SealOwner } from '@moqi/domain/seals/company-seal'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { moveCompanyAuth } from './move-auth.ts'

/**
 * Makes an authenticated company what it is registered as now: another name, or another legal representative, under the
 * same credit code. Throws `space/auth-changed` where it is not authenticated any more.
 */
export async function changeCompany(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenantId, accountId }: { tenantId: string; accountId: string },
  { companyName, creditCode, legalName }: SealOwner & { legalName: string },
): Promise<AuthState> {
  const auth_id = newId()
  await tx
    .insertInto('company_auth')
    .values({
      auth_id,
      tenant_id: tenantId,
      account_id: accountId,
      company_name: companyName,
      credit_code: creditCode,
      legal_name: legalName,
      // The account was proved when the company was authenticated; only its registration is asked again.
      bank_name: '',
      bank_account: '',
      fen: 0,
      step: 'ended',
      tries_left: 0,
      expire_at: null,
      created_at: now(),
      ended_at: now(),
    })
    .execute()
  return moveCompanyAuth(tx, { tenantId, authStatus: 'passAuth' }, ['changeInfo'], { name: companyName, auth_id })
}
