import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { copyPartyLink } from './copy-party-link.ts'
import { listDeliveries } from './list-deliveries.ts'
import { resendDelivery } from './resend-delivery.ts'

/** The calls of this folder with the functions that answer them. */
export const deliveryCalls = { copyPartyLink, listDeliveries, resendDelivery } satisfies Partial<Handlers<Table>>
