import { companyClosingLifecycle } from '@moqi/domain/spaces/company-closing'
import { partFromGroup } from '#src/cores/group/end-group.ts'
import { endClosing, pendingClosing } from '#src/cores/identity/company-closing.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { moveCompanyAuth } from '#src/cores/identity/move-auth.ts'
import { integrationsOf, putIntegration } from '#src/cores/integration/integration-store.ts'
import { revokeSeals } from '#src/cores/seal/revoke-seals.ts'
import { dropWebhook } from '#src/cores/webhook/webhook-store.ts'
import { retireCertificates } from '#src/platform/authority/retire-certificates.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { tellMembers } from './tell-members.ts'

/** What members do: one transaction on a company's members, and the end of one membership. */
export type MemberActs = {
  changeCompany: (deps: Pick<Deps, 'db'>, tenantId: string, work: (tx: Db) => Promise<void>) => Promise<void>
  endMembership: (tx: Db, place: { tenantId: string; accountId: string }, at: number) => Promise<void>
}

const reason = '企业已注销'

/**
 * Closes a company whose grace period is over, at one stroke: seals and certificates are revoked, keys destroyed,
 * integrations and their webhooks ended, members out. Contracts and their evidence stay for the counterparties. Runs as
 * a job; one that was taken back meanwhile is left alone.
 */
export async function closeCompany(
  deps: Deps,
  { tenantId, closingId }: JobPayloads['closeCompany'],
  { changeCompany, endMembership }: MemberActs,
): Promise<void> {
  await changeCompany(deps, tenantId, async (tx) => {
    const pending = await pendingClosing(tx, tenantId)
    if (pending?.closing_id !== closingId || !companyClosingLifecycle.can(pending.state, 'close')) return
    const at = deps.now()
    const { name, auth_status: authStatus } = await tx
      .selectFrom('space')
      .where('tenant_id', '=', tenantId)
      .select(['name', 'auth_status'])
      .executeTakeFirstOrThrow()
    const who = { accountId: pending.account_id, nickName: pending.who, address: '' }
    await endClosing(deps, tx, tenantId, 'close')
    await partFromGroup(deps, tx, { ...who, tenantId, company: name })
    await revokeSeals(deps, tx, who, { tenantId, reason })
    await retireCertificates(tx, tenantId, at)
    await endIntegrations(tx, tenantId, { at, by: pending.who })
    if (authStatus === 'passAuth') await moveCompanyAuth(tx, { tenantId, authStatus }, ['lapse'], { auth_until: null })
    await addMemberLog(deps, tx, who, { tenantId, verb: 'closeCompany', detail: name })
    await tellMembers(deps, tx, tenantId, { kind: 'companyClosed', facts: { company: name }, once: closingId })
    const members = await tx.selectFrom('membership').where('tenant_id', '=', tenantId).select('account_id').execute()
    for (const { account_id: accountId } of members) await endMembership(tx, { tenantId, accountId }, at)
  })
}

async function endIntegrations(tx: Db, tenantId: string, { at, by }: { at: number; by: string }): Promise<void> {
  for (const held of await integrationsOf(tx, tenantId)) {
    await dropWebhook(tx, { tenantId, integrationId: held.integration_id })
    await putIntegration(tx, {
      tenant_id: tenantId,
      integration_id: held.integration_id,
      name: held.name,
      account_id: held.account_id,
      scopes: held.scopes,
      addresses: held.addresses,
      version: held.version + 1,
      disabled_at: held.disabled_at ?? at,
      created_at: held.created_at,
      changed_at: at,
      changed_by: by,
    })
  }
}
