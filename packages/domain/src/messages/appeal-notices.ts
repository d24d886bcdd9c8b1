import type { NoticeFacts } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'

const membersPath = '/company-space/personal-management'
const companyPath = '/user/company-info'
const authPath = ({ creditCode }: { creditCode: string }) =>
  `/company-auth-info?${new URLSearchParams({ taken: creditCode })}`
const decidedPath = (facts: NoticeFacts['appealDecided']) => (facts.reason === null ? companyPath : authPath(facts))

const asked = ({ company, name, phone }: NoticeFacts['joinAsked']) =>
  `${name}（${phone}）申请加入${company}，如同意，请在成员管理中邀请该手机号`
const appealed = ({ company, name, date }: NoticeFacts['appealed']) =>
  `${name}就${company}提出管理员申诉，要求成为企业管理员。如不同意，请在${date}前提出异议`
const objected = ({ company }: NoticeFacts['appealObjected']) =>
  `${company}的现管理员对您的申诉提出了异议，平台将审核双方材料`
const decided = ({ company, reason }: NoticeFacts['appealDecided']) =>
  reason === null
    ? `您对${company}的管理员申诉已获准，您已成为企业管理员；原有的印章授权已全部失效，请重新授权`
    : `您对${company}的管理员申诉未获支持：${reason}`
const taken = ({ company, name }: NoticeFacts['administrationTaken']) =>
  `经平台审核，${company}的管理员已变更为${name}，您已不再是管理员，仍是企业成员。如有疑问请联系客服`
const over = ({ company, name }: NoticeFacts['appealOver']) => `${name}对${company}的管理员申诉已结束，管理员没有变更`

// No template of domain 8 says any of these.
const sms = 'never' as const

/** Notices about who administers a company. */
export const appealNotices = {
  joinAsked: {
    label: '申请加入企业',
    sms,
    mail: 'on',
    text: (facts) => asked(facts),
    path: () => membersPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.name}申请加入${facts.company}`,
      lines: ['您好：', `${asked(facts)}。`],
      link: { text: '成员管理', url: `${home}${membersPath}` },
    }),
  },
  appealed: {
    label: '管理员申诉',
    sms,
    mail: 'always',
    text: (facts) => appealed(facts),
    path: () => companyPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】有人要求成为${facts.company}的管理员`,
      lines: ['您好：', `${appealed(facts)}。`],
      link: { text: '查看并答复', url: `${home}${companyPath}` },
    }),
  },
  appealObjected: {
    label: '申诉收到异议',
    sms,
    mail: 'on',
    text: (facts) => objected(facts),
    path: authPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的现管理员提出了异议`,
      lines: ['您好：', `${objected(facts)}。`],
      link: { text: '查看申诉', url: `${home}${authPath(facts)}` },
    }),
  },
  appealDecided: {
    label: '申诉结果',
    sms,
    mail: 'always',
    text: (facts) => decided(facts),
    path: decidedPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的管理员申诉${facts.reason === null ? '已获准' : '未获支持'}`,
      lines: ['您好：', `${decided(facts)}。`],
      link: { text: '查看', url: `${home}${decidedPath(facts)}` },
    }),
  },
  administrationTaken: {
    label: '管理员变更',
    sms,
    mail: 'always',
    text: (facts) => taken(facts),
    path: () => companyPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的管理员已变更`,
      lines: ['您好：', `${taken(facts)}。`],
      link: { text: '查看企业', url: `${home}${companyPath}` },
    }),
  },
  appealOver: {
    label: '申诉结束',
    sms,
    mail: 'on',
    text: (facts) => over(facts),
    path: () => companyPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的管理员申诉已结束`,
      lines: ['您好：', `${over(facts)}。`],
      link: { text: '查看企业', url: `${home}${companyPath}` },
    }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
