import type { provisioning } from '@moqi/api/provisioning'
import { overlapLabels, secretOverlaps } from '@moqi/domain/integrations/integration-rules'
import { Refusal } from '@moqi/domain/refusal'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import { endToken, holdingTokens, makeToken } from '#src/cores/provisioning/provisioning-token.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'

/** Where a provider finds SCIM, the tokens by which it is let in, and how many people it has named. */
export const getProvisioning: Handler<typeof provisioning.getProvisioning> = async (deps, { tenantId }) => {
  const { tokens, counted } = await deps.db.read(tenantId, async (own) => ({
    tokens: await holdingTokens(deps, own, tenantId),
    counted: await own
      .selectFrom('provisioned_user')
      .where('tenant_id', '=', tenantId)
      .select(({ fn }) => [fn.countAll<number>().as('users'), fn.count<number>('account_id').as('joined')])
      .executeTakeFirstOrThrow(),
  }))
  return {
    baseUrl: `${deps.config.publicUrl}/scim/v2`,
    tokenArray: tokens.map(({ token_id, created_at, made_by, ends_at, used_at }) => ({
      tokenId: token_id,
      createTime: created_at,
      createBy: made_by,
      endTime: ends_at,
      useTime: used_at,
    })),
    userNumber: Number(counted.users),
    joinedNumber: Number(counted.joined),
  }
}

/** Makes a token and tells it, this once: it is kept as no answer. Those before it end, now or after the overlap. */
export const makeProvisioningToken: Handler<typeof provisioning.makeProvisioningToken> = async (
  deps,
  member,
  { overlap },
) => {
  const { tenantId, accountId, space, nickName } = member
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  await deps.db.directory((directory) => requireRecentProof(deps, directory, member))
  return deps.db.write(tenantId, async (tx) => {
    const overlapMs = secretOverlaps[overlap]
    const made = await makeToken(deps, tx, { tenantId, accountId, madeBy: nickName, overlapMs })
    const detail = `原令牌：${overlap === 'none' ? '' : '保留'}${overlapLabels[overlap]}`
    await addMemberLog(deps, tx, member, { tenantId, verb: 'makeProvisioningToken', detail })
    return made
  })
}

/** Ends a token at once: the provider's next request is refused. */
export const endProvisioningToken: Handler<typeof provisioning.endProvisioningToken> = async (
  deps,
  member,
  { tokenId },
) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await endToken(deps, tx, { tenantId, tokenId })
    await addMemberLog(deps, tx, member, { tenantId, verb: 'endProvisioningToken', detail: null })
    return keepAnswer(tx, deps, member, null)
  })
}
