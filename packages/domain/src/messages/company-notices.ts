import type { NoticeFacts } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'

const closingText = ({ company, name, date }: NoticeFacts['companyCloses']) =>
  `${name}已提交注销${company}，将于${date}注销；此前不能发起和签署，合同仍可查看和下载，管理员可以撤销`
const stayingText = ({ company, name }: NoticeFacts['companyStays']) => `${name}已撤销注销${company}，一切照旧`
const closedText = ({ company }: NoticeFacts['companyClosed']) =>
  `${company}已注销，您已离开该企业；已签署的合同对各方始终有效`

const exportResult = ({ company, n, left, date }: NoticeFacts['exportDone']) =>
  `${company}的${n}份合同与证据已导出${left > 0 ? `，另有${left}份无法读取` : ''}，请于${date}前在企业管理后台下载`

/** Notices about all that a company has: its export, its closing. */
export const companyNotices = {
  exportOrdered: {
    label: '数据导出提醒',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: ({ company, name }) => `${name}开始导出${company}的全部合同与证据。如非授权操作，请立即在企业管理后台取消`,
    path: () => '/',
    writeSms: null,
    writeMail: ({ company, name }, { brand, home }) => ({
      subject: `【${brand}】${name}开始导出${company}的全部合同与证据`,
      lines: ['您好：', `${name}开始导出${company}的全部合同与证据。如非授权操作，请立即登录，在企业管理后台取消。`],
      link: { text: '查看导出', url: `${home.replace(/\/home$/, '')}/console/export` },
    }),
  },
  exportDone: {
    label: '数据导出完成',
    sms: 'never',
    mail: 'on',
    text: (facts) => exportResult(facts),
    path: () => '/',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的数据导出已完成`,
      lines: ['您好：', `${exportResult(facts)}。`],
      link: { text: '下载', url: `${home.replace(/\/home$/, '')}/console/export` },
    }),
  },
  companyCloses: {
    label: '企业注销提醒',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => closingText(facts),
    path: () => '/',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}将于${facts.date}注销`,
      lines: ['您好：', `${closingText(facts)}。`],
      link: { text: '查看', url: `${home}/` },
    }),
  },
  companyStays: {
    label: '企业注销已撤销',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => stayingText(facts),
    path: () => '/',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的注销已撤销`,
      lines: ['您好：', `${stayingText(facts)}。`],
      link: { text: '查看', url: `${home}/` },
    }),
  },
  companyClosed: {
    label: '企业已注销',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => closedText(facts),
    path: () => '/',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}已注销`,
      lines: ['您好：', `${closedText(facts)}。`],
      link: { text: '查看', url: `${home}/` },
    }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
