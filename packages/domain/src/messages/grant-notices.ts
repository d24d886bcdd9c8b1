import type { AboutGrant, NoticeFacts } from './notice-facts.ts'
import { named, type NoticeRule, type Sender } from './notice-rule.ts'

const requestsPath = () => '/company-space/admin-authorize?manner=asked'
/** Where the contract is signed that lacked the seal. */
const signingPath = ({ signId }: Pick<AboutGrant, 'signId'>) => `/signing?${new URLSearchParams({ signId })}`

const answer = ({ name, seal, title, reason }: NoticeFacts['grantAnswered']) =>
  reason === null
    ? `${name}已同意授权您使用“${seal}”，双方签署《电子印章授权书》后，即可继续签署《${title}》`
    : `${name}未同意授权您使用“${seal}”签署《${title}》，原因：${reason}`

const mail = ({ brand, home }: Sender, subject: string, line: string, link: { text: string; path: string }) => ({
  subject: `【${brand}】${subject}`,
  lines: ['您好：', line],
  link: { text: link.text, url: `${home}${link.path}` },
})

/** Notices about a seal that somebody lacks and has asked for; no template of domain 8 says any of them. */
export const grantNotices = {
  grantAsked: {
    label: '印章授权待办',
    sms: 'never',
    mail: 'on',
    text: ({ name, seal, title }) => `${name}申请授权使用“${seal}”签署《${title}》，请处理`,
    path: requestsPath,
    writeSms: null,
    writeMail: (facts, sender) =>
      mail(
        sender,
        `${facts.name}申请授权使用“${facts.seal}”`,
        `${facts.name}申请授权使用“${facts.seal}”签署${named(facts)}，请核实后授权或拒绝。`,
        { text: '处理授权申请', path: requestsPath() },
      ),
  },
  grantAnswered: {
    label: '授权申请结果',
    sms: 'never',
    mail: 'on',
    text: answer,
    path: signingPath,
    writeSms: null,
    writeMail: (facts, sender) =>
      mail(sender, `“${facts.seal}”的授权申请${facts.reason === null ? '已同意' : '未通过'}`, `${answer(facts)}。`, {
        text: '查看合同',
        path: signingPath(facts),
      }),
  },
  grantInForce: {
    label: '印章授权生效',
    sms: 'never',
    mail: 'on',
    text: ({ seal, title }) => `您申请的“${seal}”授权已生效，可以继续签署《${title}》`,
    path: signingPath,
    writeSms: null,
    writeMail: (facts, sender) =>
      mail(sender, `“${facts.seal}”的授权已生效`, `您申请的“${facts.seal}”授权已生效，可以继续签署${named(facts)}。`, {
        text: '继续签署',
        path: signingPath(facts),
      }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
