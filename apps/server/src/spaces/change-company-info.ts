import type { realName } from '@moqi/api/real-name'
import { checkCompanyName } from '@moqi/domain/identity/company'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import { changeCompany } from '#src/cores/identity/change-company.ts'
import { companyIdentity } from '#src/cores/identity/company-identity.ts'
import { holdersOf } from '#src/cores/seal/grants.ts'
import { revokeSeals } from '#src/cores/seal/revoke-seals.ts'
import { administratorsOf, tellOfSeal } from '#src/cores/seal/tell-seal-changed.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import { lockCompany } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { askRegistry } from './ask-registry.ts'
import { ownedCompany } from './owned-company.ts'

type Change = typeof realName.changeCompanyInfo

/**
 * Takes over a company's new name or legal representative, which the registry must confirm for the same credit code.
 * Its seals read what it is no more: all are revoked with their grants and electronic seals, and its administrators are
 * asked to make them anew; contracts under way hear of the name. Certificates go by the name they were issued for: the
 * next signature has one of the new.
 */
export const changeCompanyInfo: Handler<Change> = async (deps, member, input) => {
  const tenantId = ownedCompany(member, member.tenantId)
  const companyName = fieldOf('companyName', checkCompanyName(input.companyName))
  const legalName = fieldOf('legalName', checkPersonName(input.legalName))
  const known = await deps.db.directory((directory) => companyIdentity(directory, tenantId))
  if (!known) throw new Refusal('space/not-authenticated')
  if (known.companyName === companyName && known.legalName === legalName)
    throw new Refusal('field/invalid', { field: 'companyName', message: '企业名称和法定代表人都没有变化' })
  const { creditCode } = known
  const refused = await askRegistry(deps.identity.checkCompany({ companyName, creditCode, legalName }))
  if (refused !== null) throw new Refusal('identity/rejected', { message: refused })
  return deps.db.directoryWrite(async (tx) => {
    await lockCompany(tx, creditCode)
    const status = await changeCompany(deps, tx, member, { companyName, creditCode, legalName })
    tellAuth(tx, { tenantId, accountId: member.accountId }, status)
    const reason = known.companyName === companyName ? '法定代表人变更' : '企业名称变更'
    const sealNumber = await inTenant(tx, tenantId, () => endSeals(deps, tx, member, { tenantId, reason, companyName }))
    if (known.companyName !== companyName)
      await enqueue(tx, 'renameCompanyParties', { company: tenantId, was: known.companyName, is: companyName })
    return keepAnswer(tx, deps, member, { companyName, legalPersonName: legalName, sealNumber })
  })
}

type Ending = { tenantId: string; reason: string; companyName: string }

async function endSeals(
  deps: Deps,
  tx: Db,
  member: Member,
  { tenantId, reason, companyName }: Ending,
): Promise<number> {
  const holders = await holdersOf(tx, tenantId)
  const seals = await revokeSeals(deps, tx, member, { tenantId, reason })
  const by = { accountId: member.accountId, name: member.nickName }
  for (const { seal_id, name } of seals) {
    await tellOfSeal(deps, tx, { tenantId, seal: name, by, alsoTell: holders.get(seal_id) ?? [] })
  }
  if (seals.length > 0) {
    const facts = { company: companyName, n: seals.length }
    for (const accountId of await administratorsOf(tx, tenantId)) {
      await notify(deps, tx, { kind: 'sealsToRemake', to: { accountId, tenantId }, facts })
    }
  }
  return seals.length
}
