import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import { handwritingKeptMs, handwritingLifecycle, handwritingLifeMs } from '@moqi/domain/seals/handwriting-lifecycle'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { drawQrCode } from '#src/platform/draw-qr-code.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { shortToken } from '#src/platform/short-token.ts'
import { moveHandwriting, ticketHash } from './handwriting.ts'

/** Letters and digits of a ticket: 128 bits, and a code that a cheap camera still reads. */
const ticketLength = 22

/**
 * Asks a phone for the signature of the account's owner (checklist C41): a link, and a code of it. What the account
 * asked for before in this space and has not got expires.
 */
export const handwriteLink: Handler<typeof seal.handwriteLink> = async (deps, member) => {
  const { tenantId, accountId } = member
  const signerName = ownName(member)
  const ticket = shortToken(deps, ticketLength)
  const handwritingId = deps.newId()
  const expiresAt = deps.now() + handwritingLifeMs
  await deps.db.write(tenantId, async (tx) => {
    await expireFormer(tx, member, deps.now())
    await tx
      .insertInto('handwriting')
      .values({
        tenant_id: tenantId,
        handwriting_id: handwritingId,
        account_id: accountId,
        signer_name: signerName,
        state: handwritingLifecycle.initial,
        sealed_image: null,
        expires_at: expiresAt,
      })
      .execute()
    await tx
      .insertInto('handwriting_ticket')
      .values({
        ticket_hash: ticketHash(deps, ticket),
        tenant_id: tenantId,
        handwriting_id: handwritingId,
        expires_at: expiresAt,
      })
      .execute()
  })
  const link = `${deps.config.publicUrl}/home/open/seal/handwrite?ticket=${ticket}`
  return { handwriteSealId: handwritingId, handwriteLink: link, qrcode: drawQrCode(link), expireTime: expiresAt }
}

/** The name that the person has proved: what is written is a signature of it. */
function ownName({ spaces }: Member): string {
  const own = spaces.find(({ kind }) => kind === 'person')
  if (own?.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  return own.name
}

async function expireFormer(tx: Db, { tenantId, accountId }: Member, at: number): Promise<void> {
  const former = await tx
    .selectFrom('handwriting')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .selectAll()
    .forUpdate()
    .execute()
  for (const row of former.filter(({ state }) => handwritingLifecycle.can(state, 'expire'))) {
    await moveHandwriting(tx, row, { state: handwritingLifecycle.after(row.state, 'expire') })
  }
  await tx
    .deleteFrom('handwriting')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('expires_at', '<', at - handwritingKeptMs)
    .execute()
}
