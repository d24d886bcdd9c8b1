import type { seal } from '@moqi/api/seal'
import { maskName } from '@moqi/domain/identity/person-name'
import { handwritingLifecycle } from '@moqi/domain/seals/handwriting-lifecycle'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { trimHandwriting } from '#src/platform/trim-handwriting.ts'
import { moveHandwriting, encryptImage, withTicket } from './handwriting.ts'

/** Says that a phone has opened the link, and tells it who waits for a signature until when (checklist C44). */
export const handWriteQrcodeScanned: Handler<typeof seal.handWriteQrcodeScanned> = (deps, _phone, { ticket }) =>
  withTicket(deps, ticket, async (tx, row) => {
    const state = handwritingLifecycle.after(row.state, 'scan')
    if (state !== row.state) await moveHandwriting(tx, row, { state })
    const { signer_name: name, expires_at: expireTime } = row
    return { nickName: maskName(name), nameLength: [...name].length, expireTime }
  })

/** Takes the signature that a phone sends, once (checklist C42): trimmed, sealed, and told to who waits for it. */
export const submitHandwrite: Handler<typeof seal.submitHandwrite> = async (
  deps,
  phone,
  { ticket, handwriteBase64 },
) => {
  // Before the picture is looked at: a dead ticket buys no work.
  await withTicket(deps, ticket, async (_tx, { state }) => handwritingLifecycle.after(state, 'submit'))
  const { png } = await trimHandwriting(deps, handwriteBase64)
  return withTicket(deps, ticket, async (tx, row) => {
    const state = handwritingLifecycle.after(row.state, 'submit')
    await moveHandwriting(tx, row, { state, sealed_image: encryptImage(deps, row, png) })
    return keepAnswer(tx, deps, phone, null)
  })
}
