import type { identityProvider } from '@moqi/api/identity-provider'
import { findProvider, findSignInRule } from '#src/cores/identity/provider-store.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { redirectUriOf } from './attempt.ts'

/** The company's provider, and how many of its members have linked themselves. */
export const getIdentityProvider: Handler<typeof identityProvider.getIdentityProvider> = async (deps, { tenantId }) => {
  const redirectUri = redirectUriOf(deps)
  const found = await deps.db.read(tenantId, (own) => findProvider(own, tenantId))
  if (!found) return { provider: null, redirectUri, signInUrl: null }
  const { rule, rescuer, linked, members } = await deps.db.directory((directory) => countsOf(directory, tenantId))
  const code = rule.sign_in_code ?? ''
  return {
    provider: {
      version: found.version,
      providerName: found.name,
      signInCode: code,
      protocol: found.protocol,
      issuer: found.issuer,
      clientId: found.client_id,
      agentId: found.agent_id,
      hasSecret: found.client_secret ? 1 : 0,
      required: rule.rescuer_id === null ? 0 : 1,
      rescuerName: rescuer,
      linkNumber: linked,
      memberNumber: members,
      changeTime: found.changed_at,
      changeBy: found.changed_by,
    },
    redirectUri,
    signInUrl: `${deps.config.publicUrl}/home/open/sso?company=${encodeURIComponent(code)}`,
  }
}

async function countsOf(directory: Db, tenantId: string) {
  const rule = await findSignInRule(directory, tenantId)
  const counted = await directory
    .selectFrom('membership as m')
    .leftJoin('provider_link as l', (join) =>
      join.onRef('l.tenant_id', '=', 'm.tenant_id').onRef('l.account_id', '=', 'm.account_id'),
    )
    .where('m.tenant_id', '=', tenantId)
    .where('m.state', '=', 'accepted')
    .select(({ fn }) => [fn.countAll<number>().as('members'), fn.count<number>('l.account_id').as('linked')])
    .executeTakeFirstOrThrow()
  const rescuer = await directory
    .selectFrom('account')
    .where('account_id', '=', rule.rescuer_id)
    .select('nick_name')
    .executeTakeFirst()
  return { rule, rescuer: rescuer?.nick_name ?? null, linked: Number(counted.linked), members: Number(counted.members) }
}
