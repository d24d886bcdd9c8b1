import type { Deps } from '#src/platform/deps.ts'
import { outboxBank } from './bank-gateway.ts'
import { httpsWebhook } from './webhook/https-webhook.ts'
import { smtpMail } from './mail/smtp-mail.ts'
import { embeddedCashier } from './embedded-cashier.ts'
import { embeddedInvoices, operatorInvoices } from './embedded-invoices.ts'
import { outboxMail, outboxSms } from './outbox.ts'
import { aliyunSms } from './sms/aliyun-sms.ts'
import { tencentSms } from './sms/tencent-sms.ts'

/** The gateways that the settings name; the outbox where they name none. */
export function openGateways(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'derivationKey' | 'workshop'>,
): Pick<Deps, 'sms' | 'mail' | 'bank' | 'payment' | 'invoicing' | 'webhook'> {
  const { sms, smtp } = deps.config
  const carriers = { aliyun: aliyunSms, tencent: tencentSms }
  return {
    sms: sms ? carriers[sms.carrier](sms, deps.now) : outboxSms(deps),
    // Banks are reached by no gateway of ours yet.
    bank: outboxBank(deps),
    // Nor are cashiers.
    payment: embeddedCashier(deps),
    webhook: httpsWebhook(deps.config.webhookAllow),
    invoicing: deps.config.embeddedInvoices ? embeddedInvoices(deps) : operatorInvoices,
    mail: smtp ? smtpMail(smtp, deps.config) : outboxMail(deps),
  }
}
