import type { NoticeFacts } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'

const settingsPath = '/user/settings'

const asking = ({ company, date }: NoticeFacts['secondStepAsked']) =>
  `${company}要求双因子登录，请在${date}前到安全设置添加密钥并开启登录二次验证，此后未开启的成员不能进入该企业`

const opened = ({ company, name, address }: NoticeFacts['networksOpened']) =>
  `${name}从 ${address} 凭短信验证码关闭了${company}的网络限制，成员现在可从任何网络进入。如非本企业所为，请立即处理`

const unusual = ({ name, what }: NoticeFacts['activityAlert']) =>
  `成员${name}${what}，请向本人核实；如非本人操作，请停用该成员并提醒其修改密码`

/** Notices about what a company asks of whoever enters its space. */
export const securityNotices = {
  secondStepAsked: {
    label: '双因子登录要求',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => asking(facts),
    path: () => settingsPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}要求双因子登录`,
      lines: ['您好：', `${asking(facts)}。个人空间不受影响。`],
      link: { text: '前往安全设置', url: `${home}${settingsPath}` },
    }),
  },
  activityAlert: {
    label: '成员异常活动提醒',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: (facts) => unusual(facts),
    path: () => '/user/messages',
    writeSms: null,
    writeMail: (facts, { brand }) => ({
      subject: `【${brand}】成员${facts.name}的异常活动`,
      lines: ['您好：', `${unusual(facts)}。`],
    }),
  },
  networksOpened: {
    label: '网络限制关闭提醒',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => opened(facts),
    path: () => '/user/messages',
    writeSms: null,
    writeMail: (facts, { brand }) => ({
      subject: `【${brand}】${facts.company}的网络限制已被关闭`,
      lines: ['您好：', `${opened(facts)}。`],
    }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
