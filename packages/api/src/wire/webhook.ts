import type { ContractState } from '@moqi/domain/contract/contract-lifecycle'
import type { testEvent, WebhookEvent } from '@moqi/domain/webhooks/webhook-events'
import { wireStatus } from './contract.ts'

/** What an event tells; `at` in ms, `partyNo` of whom it is about, null where of nobody or several. */
export type WebhookFacts = {
  eventId: string
  event: WebhookEvent | typeof testEvent
  at: number
  contract: {
    contractId: string
    signId: string
    state: ContractState
    contractNo: string
    partyNo: number | null
  } | null
}

/** An event's body, as it is signed and sent (domain 11.4). */
export const webhookBody = ({ eventId, event, at, contract }: WebhookFacts): string =>
  JSON.stringify({
    eventId,
    event,
    taskId: contract?.contractId ?? null,
    signId: contract?.signId ?? null,
    status: contract ? wireStatus(contract.state) : null,
    time: at,
    data: contract ? { contractNo: contract.contractNo, signerNo: contract.partyNo } : {},
  })
