import { askedOutside } from '#src/platform/database/held-connection.ts'
import type { Deps } from '#src/platform/deps.ts'

type Gateways = Pick<Deps, 'sms' | 'mail' | 'identity' | 'bank' | 'payment' | 'invoicing' | 'webhook'>

/** The same, with gateways that refuse to be asked by work that holds a connection to the database. */
export function askedOutsideTransactions<D extends Gateways>(deps: D): D {
  const { sms, mail, identity, bank, payment, invoicing, webhook } = deps
  const { receipt } = sms
  return {
    ...deps,
    sms: {
      ...sms,
      send: askedOutside('the SMS gateway', sms.send),
      ...(receipt && { receipt: askedOutside('the SMS gateway', receipt) }),
    },
    mail: { ...mail, send: askedOutside('the mail gateway', mail.send) },
    identity: {
      ...identity,
      checkPerson: askedOutside('the identity gateway', identity.checkPerson),
      personVerdict: askedOutside('the identity gateway', identity.personVerdict),
      checkCompany: askedOutside('the identity gateway', identity.checkCompany),
    },
    webhook: { ...webhook, post: askedOutside('a receiver of events', webhook.post) },
    bank: { ...bank, pay: askedOutside('the bank', bank.pay) },
    payment: {
      ...payment,
      open: askedOutside('the cashier', payment.open),
      ask: askedOutside('the cashier', payment.ask),
      giveBack: askedOutside('the cashier', payment.giveBack),
    },
    invoicing: {
      ...invoicing,
      issue: invoicing.issue && askedOutside('the invoice gateway', invoicing.issue),
    },
  }
}
