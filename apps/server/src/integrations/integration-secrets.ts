import type { integration } from '@moqi/api/integration'
import { secretOverlaps } from '@moqi/domain/integrations/integration-rules'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import { appIdOf } from '#src/cores/integration/app-id.ts'
import { holdIntegration } from '#src/cores/integration/integration-store.ts'
import { endSecret, makeSecret } from '#src/cores/integration/secrets.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'

/** Makes a secret and tells it, this once: it is kept as no answer. Those before it end, now or after the overlap. */
export const makeIntegrationSecret: Handler<typeof integration.makeIntegrationSecret> = async (
  deps,
  member,
  { integrationId, overlap },
) => {
  const { tenantId } = member
  await deps.db.directory((directory) => requireRecentProof(deps, directory, member))
  return deps.db.write(tenantId, async (tx) => {
    await holdIntegration(tx, tenantId, { integrationId, version: null })
    const made = await makeSecret(deps, tx, { tenantId, integrationId, overlapMs: secretOverlaps[overlap] })
    return { appId: appIdOf(tenantId, integrationId), secretId: made.secretId, secret: made.secret }
  })
}

/** Ends a secret at once; one that has ended stays so. */
export const endIntegrationSecret: Handler<typeof integration.endIntegrationSecret> = async (deps, member, input) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await holdIntegration(tx, tenantId, { integrationId: input.integrationId, version: null })
    await endSecret(deps, tx, { tenantId, integrationId: input.integrationId, secretId: input.secretId })
    return keepAnswer(tx, deps, member, null)
  })
}
