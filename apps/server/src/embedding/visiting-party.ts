import { Refusal } from '@moqi/domain/refusal'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import type { Passed } from '#src/cores/identity/pass.ts'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import { findOpener } from '#src/cores/integration/embedding-store.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * Throws `pass/party` unless the person is still the one who signs there, and `pass/foreign` when the integration is
 * let in no more.
 */
export async function requireVisitingParty(deps: Deps, { accountId, visit }: Passed): Promise<void> {
  if (!(await findOpener(deps, visit.appId))) throw new Refusal('pass/foreign')
  const { tenantId, homeTenantId, partyNo, signId } = visit
  const { parties } = await deps.db.read(homeTenantId, (home) => loadContract(home, visit)).catch(gone)
  const party = parties.find(({ party_no }) => party_no === partyNo)
  const isStill = party?.account_id === accountId && party.sign_id === signId
  if (!isStill || !(await findMember(deps, { accountId, tenantId }))) gone(new Refusal('pass/party'))
  await requireNoKey(deps, accountId)
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
  throw new Refusal('pass/party', { message: '该签署方的账号要求使用密钥登录，请其登录平台后签署' })
}

function gone(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new Refusal('pass/party', { message: '该签署方已变更，请返回原来的应用刷新后重试' })
}
