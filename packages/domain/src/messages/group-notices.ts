import type { GroupNews } from '../groups/group-news.ts'
import type { NoticeFacts } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'

const inviting = ({ group, lead, company, date }: NoticeFacts['groupInvited']) =>
  `${lead}邀请${company}加入${group}，请在${date}前到企业管理后台的“集团”中查看对方将看到什么，再同意或拒绝`

const news: Readonly<Record<GroupNews, (facts: NoticeFacts['groupChanged']) => string>> = {
  agreed: ({ company, group }) => `${company}已同意加入${group}`,
  refused: ({ company, group }) => `${company}拒绝加入${group}`,
  withdrawn: ({ company, group }) => `${group}已撤回对${company}的加入邀请`,
  left: ({ company, group }) => `${company}已退出${group}，集团规则不再适用于该企业`,
  removed: ({ company, group }) => `${company}已被移出${group}，集团不再看到该企业的数字，集团规则不再适用`,
  dissolved: ({ company, group }) => `${group}已解散，不再看到${company}的数字，集团规则不再适用`,
  renamed: ({ company, group, words }) => `${company}所在的${group}更名为${words}，集团规则和看到的范围不变`,
  tightened: ({ company, group, words }) => `${group}收紧了集团规则，适用于${company}全体成员。${words}`,
}
const changing = (facts: NoticeFacts['groupChanged']) => news[facts.event](facts)

/** The console is no page of the workspace. */
const groupUrl = (home: string) => `${home.replace(/\/home$/, '')}/console/group`

/** Notices about the group that a company is in, or may join. */
export const groupNotices = {
  groupInvited: {
    label: '集团加入邀请',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => inviting(facts),
    path: () => '/user/messages',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.lead}邀请贵企业加入${facts.group}`,
      lines: ['您好：', `${inviting(facts)}。不答复则不会加入。`],
      link: { text: '查看邀请', url: groupUrl(home) },
    }),
  },
  groupChanged: {
    label: '集团变动通知',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => changing(facts),
    path: () => '/user/messages',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.group}的变动`,
      lines: ['您好：', `${changing(facts)}。`],
      link: { text: '查看集团', url: groupUrl(home) },
    }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
