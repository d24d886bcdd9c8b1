import { askedOutside } from '#src/platform/database/held-connection.ts'
import type { Deps } from '#src/platform/deps.ts'

type Gateways = Pick<
  Deps,
  'sms' | 'mail' | 'identity' | 'bank' | 'cashiers' | 'invoicing' | 'webhook' | 'provider' | 'workChat'
>

/** The same, with gateways that refuse to be asked by work that holds a connection to the database. */
export function askedOutsideTransactions<D extends Gateways>(deps: D): D {
  const { sms, mail, identity, bank, cashiers, invoicing, webhook, provider, workChat } = deps
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
      face: identity.face && {
        ...identity.face,
        begin: askedOutside('the identity gateway', identity.face.begin),
        outcome: askedOutside('the identity gateway', identity.face.outcome),
      },
    },
    webhook: { ...webhook, post: askedOutside('a receiver of events', webhook.post) },
    provider: {
      begin: askedOutside('an identity provider', provider.begin),
      finish: askedOutside('an identity provider', provider.finish),
    },
    workChat: {
      checkSecret: askedOutside('a work chat', workChat.checkSecret),
      checkContacts: askedOutside('a work chat', workChat.checkContacts),
      readContacts: askedOutside('a work chat', workChat.readContacts),
      send: askedOutside('a work chat', workChat.send),
    },
    bank: {
      ...bank,
      pay: askedOutside('the bank', bank.pay),
      arrived: askedOutside('the bank', bank.arrived),
    },
    cashiers: cashiers.map((cashier) => ({
      ...cashier,
      open: askedOutside('the cashier', cashier.open),
      ask: askedOutside('the cashier', cashier.ask),
      close: askedOutside('the cashier', cashier.close),
      read: askedOutside('the cashier', cashier.read),
      giveBack: askedOutside('the cashier', cashier.giveBack),
    })),
    invoicing: {
      ...invoicing,
      issue: invoicing.issue && askedOutside('the invoice gateway', invoicing.issue),
    },
  }
}
