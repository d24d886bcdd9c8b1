import type { Input } from '@moqi/api/call'
import type { embedding } from '@moqi/api/embedding'
import { isListedReturn, type PassPurpose, purposeAtFirst } from '@moqi/domain/integrations/embed-rules'
import { Refusal } from '@moqi/domain/refusal'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import { makePass } from '#src/cores/identity/pass.ts'
import { appIdOf } from '#src/cores/integration/app-id.ts'
import { readEmbedding } from '#src/cores/integration/embedding-store.ts'
import type { Member, Visit } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { draftsPerson } from './draft-pass.ts'
import { requireNoKey } from './visiting-party.ts'

type Asked = Input<typeof embedding.issuePass>

/** Whose page a pass opens, and of what. */
export type Opened = Pick<Visit, 'homeTenantId' | 'contractId' | 'partyNo' | 'tenantId' | 'signId'> & {
  accountId: string
}

/**
 * Makes a link that opens a page once, for one person and one contract. Throws `pass/application-only` unless an
 * integration asks, and `pass/party` for somebody who cannot act so.
 */
export const issuePass: Handler<typeof embedding.issuePass> = async (deps, member, input) => {
  const { tenantId, integrationId } = member
  if (integrationId === undefined) throw new Refusal('pass/application-only')
  const returnUrl = await listedReturn(deps, { tenantId, integrationId }, input.returnUrl)
  const { accountId, ...place } = await openedBy(deps, member, input)
  await requireNoKey(deps, accountId)
  const appId = appIdOf(tenantId, integrationId)
  const { purpose: asked } = input
  const purpose = asked === 'sign' ? purposeAtFirst({ signsFor: place.tenantId, issuedBy: tenantId }) : asked
  const { pass, expireTime } = await makePass(deps, { accountId, visit: { purpose, appId, ...place, returnUrl } })
  const link = `${deps.config.publicUrl}/home${addressOf(asked, { appId, pass, signId: place.signId })}`
  return { link, expireTime }
}

const openedBy = (deps: Deps, member: Member, input: Asked): Promise<Opened> =>
  input.purpose === 'launch' || input.purpose === 'place'
    ? draftsPerson(deps, member, input)
    : signingParty(deps, member, input)

/** Pages that everybody may open by their address are dispatched to; the others stand behind the exchange of a pass. */
function addressOf(
  purpose: PassPurpose,
  { appId: app, pass, signId }: { appId: string; pass: string; signId: string },
) {
  if (purpose === 'office') return `/oa-sign?${new URLSearchParams({ app, ticket: pass })}`
  if (purpose === 'sign' || purpose === 'launch') return `/unifysign?${new URLSearchParams({ purpose, app, pass })}`
  const page = purpose === 'place' ? 'lauchtask' : 'assign'
  const to = `/unifysign/${page}?${new URLSearchParams({ signId })}`
  return `/unifysign/auto-redirect?${new URLSearchParams({ app, sid: pass, to })}`
}

async function signingParty(deps: Deps, member: Member, { signId, signerNo, purpose }: Asked): Promise<Opened> {
  const { tenantId } = member
  const { homeTenantId, contractId } = await requireReadableEntry(deps, member, signId)
  const { parties } = await deps.db.read(homeTenantId, (home) => loadContract(home, { homeTenantId, contractId }))
  const party = parties.find(({ party_no }) => party_no === signerNo)
  if (!party) throw new Refusal('field/invalid', { field: 'signerNo', message: '合同中没有该签署方，请核对签署方编号' })
  const { account_id: accountId, party_tenant_id: signsFor, sign_id } = party
  if (signsFor !== tenantId && (homeTenantId !== tenantId || purpose !== 'sign')) {
    throw new Refusal('pass/party', { message: purpose === 'sign' ? notOurs.sign : notOurs.ownSide })
  }
  if (accountId === null || signsFor === null || sign_id === null) {
    throw new Refusal('pass/party', { message: '该签署方还没有在平台完成实名认证，请让其先通过短信链接签署' })
  }
  return { accountId, homeTenantId, contractId, partyNo: party.party_no, tenantId: signsFor, signId: sign_id }
}

const notOurs = {
  sign: '只能为本企业发起的合同，或本企业自己的签署方打开签署页面',
  ownSide: '只能为本企业自己的签署方打开该页面',
} as const

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
