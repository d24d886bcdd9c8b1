import type { Integration, integration } from '@moqi/api/integration'
import { sql } from 'kysely'
import { appIdOf } from '#src/cores/integration/app-id.ts'
import { integrationsOf, requireIntegration, type StoredIntegration } from '#src/cores/integration/integration-store.ts'
import { holdingSecrets } from '#src/cores/integration/secrets.ts'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** The company's integrations, newest first. */
export const listIntegration: Handler<typeof integration.listIntegration> = async (deps, member) => {
  const rows = await deps.db.read(member.tenantId, (own) => integrationsOf(own, member.tenantId))
  return { integrationArray: await shown(deps, member, rows) }
}

/** One of them. */
export const getIntegration: Handler<typeof integration.getIntegration> = async (deps, member, { integrationId }) => {
  const row = await deps.db.read(member.tenantId, (own) => requireIntegration(own, member.tenantId, integrationId))
  const [one] = await shown(deps, member, [row])
  if (!one) throw new Error('an integration that was read is not shown')
  return one
}

async function shown(deps: Deps, member: Member, rows: readonly StoredIntegration[]): Promise<Integration[]> {
  if (rows.length === 0) return []
  const { tenantId } = member
  const [secrets, last] = await deps.db.read(tenantId, (own) =>
    Promise.all([holdingSecrets(deps, own, tenantId), lastCalls(own, tenantId)]),
  )
  const accounts = [...new Set(rows.map(({ account_id }) => account_id))]
  const actors = new Map(
    await Promise.all(
      accounts.map(async (accountId) => [accountId, await actorOf(deps, tenantId, accountId)] as const),
    ),
  )
  return rows.map((row) => ({
    integrationId: row.integration_id,
    version: row.version,
    integrationName: row.name,
    integrationStatus: row.disabled_at === null ? 'enabled' : 'disabled',
    appId: appIdOf(tenantId, row.integration_id),
    scopeArray: row.scopes,
    addressArray: row.addresses,
    memberName: actors.get(row.account_id)?.name ?? '已离开的成员',
    memberIsSelf: row.account_id === member.accountId ? 1 : 0,
    memberPresent: actors.get(row.account_id)?.isPresent ? 1 : 0,
    secretArray: secrets
      .filter(({ integration_id }) => integration_id === row.integration_id)
      .map(({ secret_id, created_at, ends_at }) => ({ secretId: secret_id, createTime: created_at, endTime: ends_at })),
    changeTime: row.changed_at,
    changeBy: row.changed_by,
    callTime: last.get(row.integration_id) ?? null,
  }))
}

/** The member in whose name one acts, as long as it may. */
async function actorOf(deps: Deps, tenantId: string, accountId: string) {
  const found = await findMember(deps, { accountId, tenantId })
  if (!found) return null
  const name = found.spaces.find(({ kind }) => kind === 'person')?.name || found.nickName
  return { name, isPresent: found.space.rights.includes('manageIntegrations') }
}

async function lastCalls(own: Db, tenantId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ integration_id: string; at: number }>`
    select i.integration_id, c.at from integration i
    cross join lateral (select at from integration_call c where c.tenant_id = i.tenant_id
      and c.integration_id = i.integration_id order by c.call_id desc limit 1) c
    where i.tenant_id = ${tenantId}`.execute(own)
  return new Map(rows.map(({ integration_id, at }) => [integration_id, at]))
}
