import type { OrderState } from '@moqi/domain/orders/order-lifecycle'
import type { OrderLogVerb } from '@moqi/domain/orders/order-log-verbs'
import type { ProposalState } from '@moqi/domain/operators/proposal'
import type { OfferDeed, OfferTerms } from '@moqi/domain/orders/offer-terms'
import type { OfferAudience } from '@moqi/domain/orders/pack-offer'
import type { PayChannel, PayForm } from '@moqi/domain/orders/pay-channel'
import type { PayWay } from '@moqi/domain/orders/pay-way'
import type { PaymentState } from '@moqi/domain/orders/payment-lifecycle'
import type { Generated, JSONColumnType } from 'kysely'

/** What an offer says. Null ends of the sale are none. */
type OfferColumns = {
  name: string
  copies: number
  fen: number
  months: number
  audience: OfferAudience
  sale_begin: number | null
  sale_end: number | null
}

/** What buying packs needs: amounts in 分, copies in 份, times in ms since epoch. */
export type OrderTables = {
  /** The catalogue, which belongs to no tenant: of each offer the version that counts now. */
  pack_offer: OfferColumns & { offer_id: string; version_no: number; changed_at: number }
  /** Every version of an offer, with who made it and why; rows are only added. A null operator is a command. */
  pack_offer_version: OfferColumns & {
    offer_id: string
    version_no: number
    deed: OfferDeed
    reason: string | null
    operator_id: string | null
    made_by: string
    /** The second operator, where there must be one. */
    agreed_by: string | null
    made_at: number
  }
  /** What an operator wants of the catalogue that another must agree to. */
  offer_proposal: {
    proposal_id: string
    offer_id: string
    /** The version it is about; 0 of a new offer. */
    based_on: number
    deed: OfferDeed
    terms: JSONColumnType<OfferTerms>
    reason: string
    state: ProposalState
    proposed_by: string
    proposed_at: number
    lapses_at: number
    decided_by: string | null
    decided_at: number | null
    /** Why it was refused. */
    answer: string | null
  }
  /** Where the orders of all spaces are found; part of the directory, and written with the order itself. */
  order_register: {
    order_id: string
    tenant_id: string
    order_no: string
    offer_id: string
    pack_name: string
    quantity: number
    copies: number
    fen: number
    state: OrderState
    pay_way: PayWay
    created_at: number
    paid_at: number | null
    paid_through: string | null
  }
  /** `copies` and `fen` are of the whole order; `expires_at` is when it closes unpaid. */
  pack_order: {
    tenant_id: string
    order_id: string
    order_no: string
    account_id: string
    offer_id: string
    /** Of the offer, as it was ordered; null of orders that are older than versions. */
    offer_version: number | null
    pack_name: string
    quantity: number
    copies: number
    months: number
    fen: number
    state: OrderState
    pay_way: PayWay
    expires_at: number
    voucher_file_id: Generated<string | null>
    /** Why the voucher handed in last was refused. */
    voucher_fault: Generated<string | null>
    refund_reason: Generated<string | null>
    refund_fault: Generated<string | null>
    pack_id: Generated<string | null>
    pack_ends_at: Generated<number | null>
    paid_at: Generated<number | null>
    /** By what it was paid, as a person reads it. */
    paid_through: Generated<string | null>
    created_at: number
    changed_at: number
  }
  pack_order_log: {
    tenant_id: string
    order_id: string
    log_id: string
    at: number
    who: string
    verb: OrderLogVerb
    detail: string | null
  }
  /**
   * `transaction_no` is the cashier's or the bank's own name of it. What the payer was given, and until when the bill
   * can be paid; null of transfers.
   */
  payment: {
    payment_no: string
    tenant_id: string
    order_id: string
    channel: PayChannel | 'transfer'
    form: PayForm | null
    fen: number
    state: PaymentState
    transaction_no: string | null
    expires_at: number | null
    created_at: number
    settled_at: number | null
  }
  /** The embedded cashier's own books, which stand for somebody else's. */
  cashier_bill: {
    payment_no: string
    order_no: string
    title: string
    fen: number
    transaction_no: string | null
    paid_at: number | null
    returned_at: number | null
    closed_at: number | null
    created_at: number
  }
}
