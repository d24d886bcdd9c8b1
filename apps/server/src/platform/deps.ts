import type { BlobStore } from '#src/platform/blobs/blob-store.ts'
import type { Config } from '#src/platform/config.ts'
import type { Converter } from '#src/platform/converter/converter.ts'
import type { Database } from '#src/platform/database/database.ts'
import type { FreezePool } from '#src/platform/freeze-pool.ts'
import type { KeyEncryption } from '#src/platform/keys/key-encryption.ts'
import type { MailGateway } from '#src/platform/gateways/mail/mail-gateway.ts'
import type { SmsGateway } from '#src/platform/gateways/sms/sms-gateway.ts'
import type { BankGateway } from '#src/platform/gateways/bank-gateway.ts'
import type { PaymentGateway } from '#src/platform/gateways/payment/payment-gateway.ts'
import type { InvoiceGateway } from '#src/platform/gateways/invoice-gateway.ts'
import type { IdentityGateway } from '#src/platform/gateways/identity/identity-gateway.ts'
import type { WebhookGateway } from '#src/platform/gateways/webhook/webhook-gateway.ts'
import type { ProviderGateway } from '#src/platform/gateways/provider/provider-gateway.ts'
import type { WorkChatGateway } from '#src/platform/gateways/work-chat/open-work-chats.ts'
import type { GatewayTally } from '#src/platform/gateways/tally.ts'
import type { LiveEvents } from '#src/platform/live/open-live-events.ts'
import type { DiskReserve } from '#src/platform/operation/disk-reserve.ts'
import type { Log } from '#src/platform/operation/log.ts'
import type { NodeWatch } from '#src/platform/operation/node.ts'
import type { Metrics } from '#src/platform/operation/metrics.ts'
import type { Tracing } from '#src/platform/operation/tracing.ts'
import type { SigningAuthority } from '#src/platform/authority/signing-authority.ts'
import type { Workshop } from '#src/platform/workshop.ts'

/** Everything with a side effect, built once in main.ts and passed down as a plain argument. */
export type Deps = {
  config: Config
  db: Database
  blobs: BlobStore
  /** What is kept of the disk for when it is full. */
  reserve: DiskReserve
  /** What other nodes, and this one, have changed. */
  events: LiveEvents
  /** ms since epoch. */
  now: () => number
  /** Cryptographically random bytes. */
  random: (bytes: number) => Buffer
  /** A UUIDv7: ids sort in the order in which this process made them. */
  newId: () => string
  log: Log
  metrics: Metrics
  /** What this node says of itself. */
  node: NodeWatch
  /** What gateways have answered. */
  tally: GatewayTally
  tracing: Tracing
  keyEncryption: KeyEncryption
  /** What `derived` makes keys of hashes from. */
  derivationKey: Buffer
  identity: IdentityGateway
  bank: BankGateway
  /** Whoever takes money, each for its channel; the embedded one always among them, if closed. */
  cashiers: readonly PaymentGateway[]
  invoicing: InvoiceGateway
  sms: SmsGateway
  mail: MailGateway
  webhook: WebhookGateway
  provider: ProviderGateway
  workChat: WorkChatGateway
  authority: SigningAuthority
  /** Heavy work on PDFs, off the event loop. */
  workshop: Workshop
  /** Turns Word documents into PDF, in a process of its own. */
  converter: Converter
  /** Freezes documents, off the event loop. */
  freezer: FreezePool
}
