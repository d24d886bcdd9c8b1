import type { WebhookFault } from '@moqi/domain/webhooks/webhook-delivery'

/** What is posted where. */
export type Posting = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** How a receiver answered; a status alone where it took the event. */
export type Posted = { status: number | null; fault: WebhookFault | null }

/** How events reach other systems. Nothing that goes wrong on the way throws. */
export type WebhookGateway = { post: (posting: Posting) => Promise<Posted> }
