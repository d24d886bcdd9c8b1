import { authEndText } from '../operators/auth-ending.ts'
import type { NoticeFacts } from './notice-facts.ts'
import type { NoticeRule } from './notice-rule.ts'

const platformLogPath = '/space/platform-log'
const spaceOf = ({ company }: { company: string | null }) => company ?? '您个人空间'
const platformLooking = (facts: NoticeFacts['platformLooks']) =>
  `平台运营人员正在查看${spaceOf(facts)}的资料，原因：${facts.reason}；合同内容不能打开`

const freezing = (facts: NoticeFacts['spaceFrozen']) =>
  facts.reason === null
    ? `${spaceOf(facts)}已解除冻结，可以照常发起和签署`
    : `${spaceOf(facts)}已被平台冻结，暂时不能发起和签署，已有合同仍可查看和下载。原因：${facts.reason}。如有异议请联系客服`

const revoking = (facts: NoticeFacts['certificateRevoked']) =>
  `平台已吊销${spaceOf(facts)}的证书（序列号${facts.serial}），原因：${facts.reason}。已签署的合同不变；再次签署时改用新证书，USBKey中的证书须到发证机构重新办理`

const deciding = ({ reportNo, upheld, reason }: NoticeFacts['reportDecided']) =>
  `您的举报${reportNo}已处理：${upheld ? '成立' : '不成立'}。${reason}`
const ended = ({ company, end }: NoticeFacts['authEnded']) => `${spaceOf({ company })}：${authEndText(end)}`
const endMeans = ({ end, phone }: NoticeFacts['authEnded']) =>
  [
    '数字证书和印章已全部注销，不能再发起和签署，已有合同仍可查看和下载',
    '可以通过人工审核重新认证',
    `如有异议，请致电客服${phone}并告知文书编号${end.reference}`,
  ].join('；')
const endedPath = ({ company }: NoticeFacts['authEnded']) =>
  company === null ? '/personal-auth-info' : '/user/company-info'
const memberEnded = ({ company, name }: NoticeFacts['memberAuthEnded']) =>
  `${company}的成员${name}的个人实名认证已被平台终止，请核对其角色和印章授权，必要时停用该成员`
const membersPath = '/company-space/personal-management'

/** Notices about what the platform does in a space. */
export const platformNotices = {
  platformLooks: {
    label: '平台查看提醒',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => platformLooking(facts),
    path: () => platformLogPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】平台运营人员正在查看${spaceOf(facts)}的资料`,
      lines: [
        '您好：',
        `${platformLooking(facts)}。看了哪些内容、何时结束，可在平台查看记录中核对；对原因有疑问请联系客服。`,
      ],
      link: { text: '查看记录', url: `${home}${platformLogPath}` },
    }),
  },
  spaceFrozen: {
    label: '空间冻结通知',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => freezing(facts),
    path: () => '/user/messages',
    writeSms: null,
    writeMail: (facts, { brand }) => ({
      subject: `【${brand}】${spaceOf(facts)}${facts.reason === null ? '已解除冻结' : '已被平台冻结'}`,
      lines: ['您好：', `${freezing(facts)}。`],
    }),
  },
  certificateRevoked: {
    label: '证书吊销通知',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => revoking(facts),
    path: () => platformLogPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${spaceOf(facts)}的证书已被吊销`,
      lines: ['您好：', `${revoking(facts)}。`],
      link: { text: '查看记录', url: `${home}${platformLogPath}` },
    }),
  },
  reportDecided: {
    label: '举报处理结果',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: (facts) => deciding(facts),
    path: () => '/user/messages',
    writeSms: null,
    writeMail: (facts, { brand }) => ({
      subject: `【${brand}】举报${facts.reportNo}的处理结果`,
      lines: ['您好：', `${deciding(facts)}。对结果有疑问请联系客服。`],
    }),
  },
  authEnded: {
    label: '认证终止通知',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => `${ended(facts)}。${endMeans(facts)}`,
    path: endedPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${spaceOf(facts)}的实名认证已被平台终止`,
      lines: ['您好：', `${ended(facts)}。`, `${endMeans(facts)}。`],
      link: { text: '查看', url: `${home}${endedPath(facts)}` },
    }),
  },
  memberAuthEnded: {
    label: '成员认证终止',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => memberEnded(facts),
    path: () => membersPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的成员${facts.name}的实名认证已被平台终止`,
      lines: ['您好：', `${memberEnded(facts)}。`],
      link: { text: '成员管理', url: `${home}${membersPath}` },
    }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
