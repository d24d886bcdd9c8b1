import { contractPath } from './contract-notices.ts'
import type { NoticeFacts } from './notice-facts.ts'
import { named, type NoticeRule } from './notice-rule.ts'

const partyEnded = ({ title, who, isInitiator }: NoticeFacts['partyAuthEnded']) =>
  isInitiator
    ? `《${title}》的发起方${who}的实名认证已被平台终止，请先与对方核实，再决定是否签署`
    : `《${title}》的签署方${who}的实名认证已被平台终止，对方重新认证前不能签署，可与对方核实后撤回或延期`

const freezing = ({ title, isFrozen, reason }: NoticeFacts['contractFrozen']) =>
  isFrozen
    ? `《${title}》已被平台冻结，暂时不能签署，仍可查看和下载。原因：${reason}。如有异议请联系客服`
    : `《${title}》已解除冻结，可以照常签署。原因：${reason}`

/**
 * Notices to a sender about limits of its sending, and about a party's other name or ended authentication, or about a
 * contract that is frozen; no template of domain 8 says them.
 */
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
  partyRenamed: {
    label: '签署方姓名变更',
    sms: 'never',
    mail: 'on',
    text: ({ title, was, is }) => `《${title}》的签署方${was}已更名为${is}`,
    path: contractPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】《${facts.title}》的签署方已更名`,
      lines: [
        `您好，${facts.name}：`,
        `${named(facts)}的签署方${facts.was}已通过实名核验，更名为${facts.is}，将以新名称签署。`,
      ],
      link: { text: '查看合同', url: `${home}${contractPath(facts)}` },
    }),
  },
  partyAuthEnded: {
    label: '签署方认证终止',
    sms: 'never',
    mail: 'on',
    text: (facts) => partyEnded(facts),
    path: contractPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】《${facts.title}》一方的实名认证已被平台终止`,
      lines: [`您好，${facts.name}：`, `${partyEnded(facts)}。`],
      link: { text: '查看合同', url: `${home}${contractPath(facts)}` },
    }),
  },
  contractFrozen: {
    label: '合同冻结通知',
    sms: 'never',
    mail: 'on',
    text: (facts) => freezing(facts),
    path: contractPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】《${facts.title}》${facts.isFrozen ? '已被平台冻结' : '已解除冻结'}`,
      lines: [`您好，${facts.name}：`, `${freezing(facts)}。`],
      link: { text: '查看合同', url: `${home}${contractPath(facts)}` },
    }),
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
