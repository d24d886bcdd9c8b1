import type { Deps } from '#src/platform/deps.ts'
import { outboxBank } from './bank-gateway.ts'
import { httpsWebhook } from './webhook/https-webhook.ts'
import { smtpMail } from './mail/smtp-mail.ts'
import { alipay } from './payment/alipay/alipay.ts'
import { wechatPay } from './payment/wechat/wechat-pay.ts'
import { embeddedCashier } from './payment/embedded-cashier.ts'
import { embeddedInvoices, operatorInvoices } from './embedded-invoices.ts'
import { aliyunIdentity } from './identity/aliyun-identity.ts'
import { embeddedIdentityGateway } from './identity/identity-gateway.ts'
import { tencentIdentity } from './identity/tencent-identity.ts'
import { outboxMail, outboxSms } from './outbox.ts'
import { openProvider } from './provider/open-provider.ts'
import { aliyunSms } from './sms/aliyun-sms.ts'
import { tencentSms } from './sms/tencent-sms.ts'
import { openWorkChats, workChatGateway } from './work-chat/open-work-chats.ts'

/** The gateways that the settings name; the outbox where they name none. */
export function openGateways(
  deps: Pick<Deps, 'db' | 'now' | 'random' | 'config' | 'derivationKey' | 'workshop'>,
): Pick<Deps, 'sms' | 'mail' | 'identity' | 'bank' | 'cashiers' | 'invoicing' | 'webhook' | 'provider' | 'workChat'> {
  const { sms, smtp, identity } = deps.config
  const outside = { allowed: deps.config.providerAllow, now: deps.now }
  const workChats = openWorkChats(outside)
  const { wechat, alipay: alipaySettings } = deps.config.payments
  const carriers = { aliyun: aliyunSms, tencent: tencentSms }
  const registries = { aliyun: aliyunIdentity, tencent: tencentIdentity }
  return {
    sms: sms ? carriers[sms.carrier](sms, deps.now) : outboxSms(deps),
    identity: identity ? registries[identity.service](identity, deps.now) : embeddedIdentityGateway,
    // Banks are reached by no gateway of ours yet.
    bank: outboxBank(deps),
    cashiers: [
      ...(wechat ? [wechatPay(wechat, deps)] : []),
      ...(alipaySettings ? [alipay(alipaySettings, deps)] : []),
      embeddedCashier(deps),
    ],
    webhook: httpsWebhook(deps.config.webhookAllow),
    provider: openProvider(outside, workChats),
    workChat: workChatGateway(workChats),
    invoicing: deps.config.embeddedInvoices ? embeddedInvoices(deps) : operatorInvoices,
    mail: smtp ? smtpMail(smtp, deps.config) : outboxMail(deps),
  }
}
