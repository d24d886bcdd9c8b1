import { Refusal } from '@moqi/domain/refusal'
import { loadContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Passed } from '#src/cores/identity/pass.ts'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import { findOpener } from '#src/cores/integration/embedding-store.ts'
import type { Deps } from '#src/platform/deps.ts'
import { requireLauncher } from './draft-pass.ts'

/**
 * Throws `pass/party` unless the person is still the one who signs there, or whose draft it is, and `pass/foreign` when
 * the integration is let in no more.
 */
export async function requireVisitingParty(deps: Deps, { accountId, visit }: Passed): Promise<void> {
  if (!(await findOpener(deps, visit.appId))) throw new Refusal('pass/foreign')
  const { tenantId, homeTenantId } = visit
  const stored = await deps.db.read(homeTenantId, (home) => loadContract(home, visit)).catch(gone)
  if (!isStill(stored, { accountId, visit })) gone(new Refusal('pass/party'))
  if (!(await findMember(deps, { accountId, tenantId }))) gone(new Refusal('pass/party'))
  if (visit.partyNo === null) await requireLauncher(deps, visit, accountId)
  await requireNoKey(deps, accountId)
}

function isStill({ contract, parties }: StoredContract, { accountId, visit: { partyNo, signId } }: Passed): boolean {
  if (partyNo === null) return contract.initiator_account_id === accountId && contract.initiator_sign_id === signId
  const party = parties.find(({ party_no }) => party_no === partyNo)
  return party?.account_id === accountId && party.sign_id === signId
}

/** Throws `pass/party` where the account asks for its key: no link stands in for that. */
export async function requireNoKey({ db }: Pick<Deps, 'db'>, accountId: string): Promise<void> {
  const { key_required_at: since } = await db.directory((directory) =>
    directory
      .selectFrom('account')
      .where('account_id', '=', accountId)
      .select('key_required_at')
      .executeTakeFirstOrThrow(),
  )
  if (since === null) return
  throw new Refusal('pass/party', { message: '该账号要求使用密钥登录，请其登录平台后操作' })
}

function gone(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new Refusal('pass/party', { message: '合同的签署方或发起人已变更，请返回原来的应用刷新后重试' })
}
