import type { embedding, Embedding } from '@moqi/api/embedding'
import { type Checked } from '@moqi/domain/identity/checked'
import { checkOrigin, checkReturn } from '@moqi/domain/integrations/embed-rules'
import { putEmbedding, readEmbedding, type StoredEmbedding } from '#src/cores/integration/embedding-store.ts'
import { holdIntegration, requireIntegration } from '#src/cores/integration/integration-store.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'

/** From where an integration's signing pages may be framed. */
export const getEmbedding: Handler<typeof embedding.getEmbedding> = async (deps, { tenantId }, { integrationId }) =>
  deps.db.read(tenantId, async (own) => {
    await requireIntegration(own, tenantId, integrationId)
    return shown(await readEmbedding(own, { tenantId, integrationId }))
  })

/** Sets it: for pages that are opened from now on. */
export const saveEmbedding: Handler<typeof embedding.saveEmbedding> = async (deps, member, input) => {
  const { tenantId } = member
  const { integrationId } = input
  const kept = {
    origins: checked('originArray', input.originArray, checkOrigin),
    returns: checked('returnArray', input.returnArray, checkReturn),
  }
  return deps.db.write(tenantId, async (tx) => {
    await holdIntegration(tx, tenantId, { integrationId, version: null })
    await putEmbedding(tx, { tenantId, integrationId }, kept)
    return keepAnswer(tx, deps, member, shown(kept))
  })
}

/** Each as it is kept, once. Throws `field/invalid` for the first that is none. */
const checked = (field: string, typed: readonly string[], check: (one: string) => Checked<string>): string[] => [
  ...new Set(typed.filter(Boolean).map((one) => fieldOf(field, check(one)))),
]

const shown = ({ origins, returns }: StoredEmbedding): Embedding => ({
  originArray: [...origins],
  returnArray: [...returns],
})
