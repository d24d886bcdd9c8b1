import type { seal } from '@moqi/api/seal'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { sealTermEnd } from '@moqi/domain/seals/seal-term'
import { makeDefault, moveSeal, renameSeal, type SealMove, setTerm } from '#src/cores/seal/change-seal.ts'
import { tellSealChanged } from '#src/cores/seal/tell-seal-changed.ts'
import { noClaims } from '#src/cores/seal/grants.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { sealInfo, sealsOf } from './seal-info.ts'

const moveTo = { enabled: 'enable', disabled: 'disable', revoked: 'revoke' } as const satisfies Record<string, SealMove>

/** Renames a seal, makes it the default, enables, disables or revokes it (checklist C37). */
export const pcSealUpdate: Handler<typeof seal.pcSealUpdate> = async (deps, member, input) => {
  const event = input.sealStatus && moveTo[input.sealStatus]
  const reason = reasonOf(member, event, input.reason)
  return deps.db.write(member.tenantId, async (tx) => {
    let row = await heldSeal(tx, member, input.sealId)
    if (input.sealName !== undefined) row = await renameSeal(deps, tx, member, row, input.sealName)
    if (event !== undefined) {
      row = await moveSeal(deps, tx, member, { seal: row, event, reason })
      await tellSealChanged(deps, tx, member, row.name)
    }
    if (input.expireTime !== undefined) {
      row = await setTerm(deps, tx, member, { seal: row, expireAt: termEnd(member, input.expireTime, deps.now()) })
      await tellSealChanged(deps, tx, member, row.name)
    }
    if (input.isDefault === 1) row = await makeDefault(deps, tx, member, row)
    return keepAnswer(tx, deps, member, sealInfo(row, member, noClaims))
  })
}

/** Deletes a seal that never signed anything; any other is revoked instead (checklist C40). */
export const pcIndexDeleteSeal: Handler<typeof seal.pcIndexDeleteSeal> = async (deps, member, { sealId }) => {
  return deps.db.write(member.tenantId, async (tx) => {
    const row = await heldSeal(tx, member, sealId)
    await moveSeal(deps, tx, member, { seal: row, event: 'delete' })
    await tellSealChanged(deps, tx, member, row.name)
    return keepAnswer(tx, deps, member, null)
  })
}

/** Throws `field/invalid` for a day that is over, and for a person's seal, which lasts as long as its owner wants. */
function termEnd({ space }: Member, expireTime: number | null, now: number): number | null {
  if (expireTime === null) return null
  const end = space.kind === 'company' ? sealTermEnd(expireTime, now) : null
  if (end === null) throw new Refusal('field/invalid', { field: 'expireTime', message: '有效期须为今天起十年内的日期' })
  return end
}

/** Of a company's seal it must be said why it does not sign any more; of one's own one may. */
function reasonOf({ space }: Member, event: SealMove | undefined, reason: string | undefined): string | null {
  if (event === undefined || event === 'enable') return reason || null
  if (space.kind === 'person' && !reason) return null
  const checked = checkReason(reason ?? '')
  if (!checked.ok) throw new Refusal('field/invalid', { field: 'reason', message: checked.message })
  return checked.value
}

/** The seal, held until the end of the transaction. Throws `seal/not-found`; for a legal seal that is not one's own. */
async function heldSeal(tx: Db, member: Member, sealId: string): Promise<Schema['seal']> {
  const found = isUuid(sealId)
    ? await tx
        .selectFrom('seal')
        .where(sealsOf(member))
        .where('seal_id', '=', sealId)
        .where('status', '<>', 'deleted')
        .selectAll()
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('seal/not-found')
  return found
}
