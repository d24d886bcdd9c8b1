import type { Input } from '@moqi/api/call'
import type { integration } from '@moqi/api/integration'
import { checkIntegrationName, integrationLimits, integrationScopes } from '@moqi/domain/integrations/integration-rules'
import { Refusal } from '@moqi/domain/refusal'
import { holdIntegration, integrationsOf, putIntegration } from '#src/cores/integration/integration-store.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isNetwork } from '#src/platform/network-list.ts'

/** Makes an integration, or changes what one may do; what it may holds from its next request on. */
export const saveIntegration: Handler<typeof integration.saveIntegration> = async (deps, member, input) => {
  const { tenantId, space } = member
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const content = contentOf(input)
  return deps.db.write(tenantId, async (tx) => {
    const held = input.integrationId
      ? await holdIntegration(tx, tenantId, { integrationId: input.integrationId, version: input.version ?? 0 })
      : await begin(deps, tx, member)
    await putIntegration(tx, {
      tenant_id: tenantId,
      integration_id: held.integration_id,
      name: content.name,
      account_id: input.takeOver === 1 ? member.accountId : held.account_id,
      scopes: content.scopes,
      addresses: content.addresses,
      version: held.version + 1,
      disabled_at: held.disabled_at,
      created_at: held.created_at,
      changed_at: deps.now(),
      changed_by: nameOf(member),
    })
    return keepAnswer(tx, deps, member, { integrationId: held.integration_id, version: held.version + 1 })
  })
}

/** What a new one starts from. Throws `field/invalid` when the company has as many as it may. */
async function begin({ newId, now }: Pick<Deps, 'newId' | 'now'>, tx: Db, { tenantId, accountId }: Member) {
  if ((await integrationsOf(tx, tenantId)).length >= integrationLimits.perCompany) {
    const message = `应用最多${integrationLimits.perCompany}个，请修改已有的应用`
    throw new Refusal('field/invalid', { field: 'integrationName', message })
  }
  return { integration_id: newId(), account_id: accountId, version: 0, disabled_at: null, created_at: now() }
}

function contentOf(input: Input<typeof integration.saveIntegration>) {
  const name = fieldOf('integrationName', checkIntegrationName(input.integrationName))
  const scopes = integrationScopes.filter((scope) => input.scopeArray.includes(scope))
  if (scopes.length === 0) throw new Refusal('field/invalid', { field: 'scopeArray', message: '请至少选择一项权限' })
  const addresses = [...new Set(input.addressArray.filter(Boolean))]
  const strange = addresses.find((address) => !isNetwork(address))
  if (strange === undefined) return { name, scopes, addresses }
  const message = `“${strange}”不是 IP 地址或网段，例如 203.0.113.7 或 203.0.113.0/24`
  throw new Refusal('field/invalid', { field: 'addressArray', message })
}

/** Has an integration be let in, or be let in no more: from its next request on. */
export const switchIntegration: Handler<typeof integration.switchIntegration> = async (deps, member, input) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const held = await holdIntegration(tx, tenantId, input)
    const at = deps.now()
    const version = held.version + 1
    await putIntegration(tx, {
      tenant_id: tenantId,
      integration_id: held.integration_id,
      name: held.name,
      account_id: held.account_id,
      scopes: held.scopes,
      addresses: held.addresses,
      version,
      disabled_at: input.integrationStatus === 'disabled' ? at : null,
      created_at: held.created_at,
      changed_at: at,
      changed_by: nameOf(member),
    })
    return keepAnswer(tx, deps, member, { integrationId: held.integration_id, version })
  })
}

const nameOf = ({ spaces, nickName }: Member): string => spaces.find(({ kind }) => kind === 'person')?.name || nickName
