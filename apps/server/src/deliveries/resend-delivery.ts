import type { delivery } from '@moqi/api/delivery'
import { Refusal } from '@moqi/domain/refusal'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { resendMessages } from '#src/platform/messages/resend-messages.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { deliveriesOf, isResendable, requireInitiator } from './list-deliveries.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** Sends an SMS or mail to a party once more; by night an SMS waits for the morning, as the first did. */
export const resendDelivery: Handler<typeof delivery.resendDelivery> = async (deps, member, { signId, messageId }) => {
  const entry = await requireInitiator(deps, member, signId)
  const stored = await deps.db.read(entry.homeTenantId, (home) => loadContract(home, entry))
  return deps.db.directoryWrite(async (tx) => {
    const row = isUuid(messageId)
      ? await deliveriesOf(tx, entry).where('message_id', '=', messageId).forUpdate().executeTakeFirst()
      : undefined
    if (!row || !isResendable(stored, row, deps.now())) {
      throw new Refusal('field/invalid', {
        field: 'messageId',
        message: '这条消息刚刚发送过，或已无需发送，请稍后再试',
      })
    }
    await resendMessages(tx, { messageId }, deps)
    return keepAnswer(tx, deps, member, {})
  })
}
