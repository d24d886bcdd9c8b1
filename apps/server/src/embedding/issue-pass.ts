import type { embedding } from '@moqi/api/embedding'
import { isListedReturn, purposeAtFirst } from '@moqi/domain/integrations/embed-rules'
import { Refusal } from '@moqi/domain/refusal'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import { makePass } from '#src/cores/identity/pass.ts'
import { appIdOf } from '#src/cores/integration/app-id.ts'
import { readEmbedding } from '#src/cores/integration/embedding-store.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireNoKey } from './visiting-party.ts'

/**
 * Makes a link that opens the signing page once, for one party of one contract. Throws `pass/application-only` unless
 * an integration asks, and `pass/party` for somebody who cannot sign so.
 */
export const issuePass: Handler<typeof embedding.issuePass> = async (deps, member, input) => {
  const { tenantId, integrationId } = member
  if (integrationId === undefined) throw new Refusal('pass/application-only')
  const { homeTenantId, contractId } = await requireReadableEntry(deps, member, input.signId)
  const party = await signingParty(deps, member, { homeTenantId, contractId, partyNo: input.signerNo })
  const returnUrl = await listedReturn(deps, { tenantId, integrationId }, input.returnUrl)
  const appId = appIdOf(tenantId, integrationId)
  const { accountId, ...place } = party
  const purpose = purposeAtFirst({ signsFor: party.tenantId, issuedBy: tenantId })
  const visit = { purpose, appId, homeTenantId, contractId, partyNo: input.signerNo, ...place, returnUrl }
  const { pass, expireTime } = await makePass(deps, { accountId, visit })
  const query = new URLSearchParams({ purpose: 'sign', app: appId, pass })
  return { link: `${deps.config.publicUrl}/home/unifysign?${query}`, expireTime }
}

type Place = { homeTenantId: string; contractId: string; partyNo: number }

async function signingParty(deps: Deps, { tenantId }: Member, place: Place) {
  const { homeTenantId, partyNo } = place
  const { parties } = await deps.db.read(homeTenantId, (home) => loadContract(home, place))
  const party = parties.find(({ party_no }) => party_no === partyNo)
  if (!party) throw new Refusal('field/invalid', { field: 'signerNo', message: '合同中没有该签署方，请核对签署方编号' })
  const { account_id: accountId, party_tenant_id: signsFor, sign_id: signId } = party
  if (homeTenantId !== tenantId && signsFor !== tenantId) {
    throw new Refusal('pass/party', { message: '只能为本企业发起的合同，或本企业自己的签署方打开签署页面' })
  }
  if (accountId === null || signsFor === null || signId === null) {
    throw new Refusal('pass/party', { message: '该签署方还没有在平台完成实名认证，请让其先通过短信链接签署' })
  }
  await requireNoKey(deps, accountId)
  return { accountId, tenantId: signsFor, signId }
}

async function listedReturn(
  { db }: Pick<Deps, 'db'>,
  owner: { tenantId: string; integrationId: string },
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined) return null
  const { returns } = await db.read(owner.tenantId, (own) => readEmbedding(own, owner))
  if (isListedReturn(returns, asked)) return asked
  const message = '返回地址不在应用的返回地址中，请企业管理员在应用的嵌入设置中添加'
  throw new Refusal('field/invalid', { field: 'returnUrl', message })
}
