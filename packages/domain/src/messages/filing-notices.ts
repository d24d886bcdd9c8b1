import { contractPath } from './contract-notices.ts'
import type { NoticeFacts } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'

const line = ({ title, date, words }: NoticeFacts['termEnds']) =>
  `《${title}》的合同期限于${date}到期：${words}，请及时处理`
const viewed = ({ name, title, reason }: NoticeFacts['contractViewed']) =>
  `${name}在企业管理后台查看了您经办的《${title}》，原因：${reason}`
/** What was not signed here has no page but the archive's, which lies outside the workspace. */
const path = ({ signId }: NoticeFacts['termEnds']) => (signId === null ? '/user/messages' : contractPath({ signId }))

/** Notices about what a company does with its contracts; no template of domain 8 says any of them. */
export const filingNotices = {
  contractViewed: {
    label: '合同被查看提醒',
    sms: 'never',
    mail: 'off',
    text: viewed,
    path: contractPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.name}查看了您经办的《${facts.title}》`,
      lines: ['您好：', `${viewed(facts)}。`],
      link: { text: '查看合同', url: `${home}${contractPath(facts)}` },
    }),
  },
  termEnds: {
    label: '合同到期提醒',
    sms: 'never',
    mail: 'on',
    text: line,
    path,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】《${facts.title}》将于${facts.date}到期`,
      lines: ['您好：', `${line(facts)}。期限由本企业在合同归档中登记，可在企业管理后台的合同归档中修改。`],
      link: { text: '查看', url: `${home}${path(facts)}` },
    }),
  },
} as const satisfies { [K in 'contractViewed' | 'termEnds']: NoticeRule<NoticeFacts[K]> }
