import { contractPath } from './contract-notices.ts'
import type { NoticeFacts } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'

/** Notices to a sender about limits of its sending, which no template of domain 8 says. */
export const sendingNotices = {
  smsWithheld: {
    label: '短信未发送',
    sms: 'never',
    mail: 'never',
    text: ({ title, phone, budget }) =>
      budget === 'recipient'
        ? `${phone}今日收到的短信已达上限，《${title}》未能以短信通知对方，可在合同详情复制签署链接转发`
        : `贵方今日发出的短信已达上限，《${title}》等合同未能以短信通知，可在合同详情复制签署链接转发`,
    path: contractPath,
    writeSms: null,
    writeMail: null,
  },
  notRefunded: {
    label: '份数未退还',
    sms: 'never',
    mail: 'never',
    text: ({ title }) => `今日撤回退还的份数已达上限，撤回《${title}》未退还份数`,
    path: contractPath,
    writeSms: null,
    writeMail: null,
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
