import type { Output } from '@moqi/api/call'
import type { grantRequest } from '@moqi/api/grant-request'
import { isCompanys, takesSeal } from '@moqi/domain/contract/controls'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { type WishedFor, wishesFor } from '@moqi/domain/seals/grant-request'
import { type Colleague, colleaguesById } from '#src/cores/approval/approvers.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'
import { signableWithSeals } from '#src/cores/signer/signable-seals.ts'
import type { Signable } from '#src/cores/signer/sign-check.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { ownRequests } from './list-grant-requests.ts'
import { mayGrant } from './may-grant.ts'

/** A contract that somebody signs for the company, with the seals of the company that its places take. */
export type Asking = { entry: Entry; contract: WishedFor & { contractNo: string }; seals: UsableSeal[] }

/**
 * What a member may ask for on a contract that is not over. Throws `session/forbidden` outside companies,
 * `contract/not-signable` for whoever signs nothing there, or no more.
 */
export async function askingOn(deps: Deps, member: Member, signId: string): Promise<Asking> {
  if (member.space.kind !== 'company') throw new Refusal('session/forbidden')
  const entry = await requireEntry(deps, member, signId)
  const { signable, seals } = await signableWithSeals(deps, member, entry)
  requireOpen(signable)
  const asked = signable.areas.map(({ control }) => control).filter(isCompanys)
  const fitting = seals.filter(({ kind, frozen }) => !frozen && asked.some((control) => takesSeal(control, kind)))
  const named = await deps.db.read(member.tenantId, (own) => namesOf(own, member, signable))
  const { contractId, counterparts } = signable.contract
  return { entry, contract: { contractId, counterparts, ...named }, seals: fitting }
}

function requireOpen({ party, contract, contractState }: Signable): void {
  const isOpen = party !== null && contractState === 'signing' && partyLifecycle.can(party.state, 'close')
  if (!isOpen || party.kind !== 'company' || contract.isLetter) {
    throw new Refusal('contract/not-signable', { message: '该合同不需要您使用企业印章签署，不能申请授权' })
  }
}

async function namesOf(own: Db, { tenantId, accountId }: Member, { contract: { contractId, templateId } }: Signable) {
  const row = await own
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('contract_id', '=', contractId)
    .select(['subject', 'contract_no'])
    .executeTakeFirst()
  if (!row) throw new Refusal('contract/not-found')
  const template = await own
    .selectFrom('template')
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .select(['template_id', 'name'])
    .executeTakeFirst()
  return {
    subject: row.subject,
    contractNo: row.contract_no,
    template: template ? { id: template.template_id, name: template.name } : null,
  }
}

/** Who of the company may let the member use a seal: whoever manages seals; the legal representative, of the own. */
export async function grantorsOf(
  own: Db,
  { tenantId, accountId }: Pick<Member, 'tenantId' | 'accountId'>,
  sealIds: readonly string[],
): Promise<ReadonlyMap<string, Colleague[]>> {
  if (sealIds.length === 0) return new Map()
  const seals = await own
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('seal_id', 'in', sealIds)
    .select(['seal_id', 'kind', 'holder_account_id'])
    .execute()
  const managers = [...(await colleaguesById(own, tenantId)).values()].filter(
    (one) => one.isPresent && one.managesSeals && one.accountId !== accountId,
  )
  return new Map(seals.map((seal) => [seal.seal_id, managers.filter((one) => mayGrant(one, seal))]))
}

type Call = typeof grantRequest.getGrantAsking

/** The seals that a contract takes and the member lacks, who grants them, and what was asked before. */
export const getGrantAsking: Handler<Call> = async (deps, member, { signId }): Promise<Output<Call>> => {
  const { contract, seals } = await askingOn(deps, member, signId)
  const lacking = seals.filter(({ permission }) => permission !== 'direct')
  const { tenantId } = member
  return deps.db.read(tenantId, async (own) => {
    const grantors = await grantorsOf(
      own,
      member,
      lacking.map(({ seal_id }) => seal_id),
    )
    return {
      sealArray: lacking.map(({ seal_id: sealId, name, kind }) => ({
        sealId,
        sealName: name,
        sealType: kind,
        sealImg: `/api/common/v1/seal/image?sealId=${sealId}`,
        grantorArray: (grantors.get(sealId) ?? []).map((one) => one.name),
      })),
      wishArray: wishesFor(contract),
      counterpartArray: [...contract.counterparts],
      templateName: contract.template?.name ?? null,
      requestArray: await ownRequests(deps, own, member, contract.contractId),
    }
  })
}
