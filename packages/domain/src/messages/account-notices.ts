import { keyEvents } from '../account/passkey.ts'
import { formatDate } from '../time/format-date.ts'
import { newDeviceMail } from './new-device-mail.ts'
import type { NoticeFacts } from './notice-facts.ts'
import { named, type NoticeRule } from './notice-rule.ts'
import { smsMessage } from './sms-text.ts'

const registerPath = '/space/signatures-list'
const sealsPath = '/company-space/admin-signatures'

const batchPath = ({ batchId }: NoticeFacts['batchSent']) => `/space/template-batch?batchId=${batchId}`

const batchResult = ({ sent, failed, unsent }: NoticeFacts['batchSent']) =>
  [`已发送${sent}份`, failed > 0 ? `${failed}份发送失败` : '', unsent > 0 ? `${unsent}行未发送` : '']
    .filter(Boolean)
    .join('，')

const sealPath = (sealId: string) => `${sealsPath}/seal?sealId=${sealId}`

const unusualUse = ({ seal, name, what }: NoticeFacts['sealAlert']) =>
  `${name}使用印章“${seal}”${what}，请核实；如非本企业用印，请立即冻结全部印章`

const remaking = ({ company, n }: NoticeFacts['sealsToRemake']) =>
  `${company}的企业信息已变更，原有${n}枚印章及其授权已注销，请按新的信息重新制作`

const reviewResult = ({ seal, reason }: NoticeFacts['sealReviewed']) =>
  reason === null ? `印章“${seal}”已通过审核，可以使用` : `印章“${seal}”未通过审核：${reason}。请修改后重新上传`

const webhookPaused = ({ app }: NoticeFacts['webhookPaused']) =>
  `应用“${app}”的回调连续24小时未能送达，已自动暂停，请检查对方系统后恢复`
const webhookPath = ({ integrationId }: NoticeFacts['webhookPaused']) =>
  `/company-space/applications/one?${new URLSearchParams({ integrationId })}`
const identityResult = ({ reason }: NoticeFacts['personReviewed']) =>
  reason === null
    ? '您的实名认证已通过人工审核，可以发起和签署合同'
    : `您的实名认证未通过人工审核：${reason}。请重新提交`
const companyResult = ({ company, reason }: NoticeFacts['companyReviewed']) =>
  reason === null
    ? `${company}已通过人工审核，可以以企业名义发起和签署合同`
    : `${company}未通过人工审核：${reason}。请重新提交`

const unfit = ({ company, reason }: NoticeFacts['paymentUnfit']) =>
  `${company}的企业认证收到一笔付款，不能用于认证：${reason}`

const lapsePath = ({ company }: NoticeFacts['authLapses']) =>
  company === null ? '/personal-auth-info' : '/company-auth-info'
const lapseComing = ({ company, date }: NoticeFacts['authLapses']) =>
  company === null
    ? `您实名认证所用证件的有效期至${date}，到期后需重新实名认证才能继续发起和签署合同`
    : `${company}认证所用证照的有效期至${date}，到期后需重新认证才能继续以企业名义发起和签署合同`
const lapsed = ({ company, date }: NoticeFacts['authLapsed']) =>
  company === null
    ? `您实名认证所用证件已于${date}到期，请重新实名认证后再发起和签署合同；已有合同仍可查看和下载`
    : `${company}认证所用证照已于${date}到期，请重新认证后再以企业名义发起和签署合同；已有合同仍可查看和下载`

const changeResult = ({ name, reason, n }: NoticeFacts['personChanged']) => {
  if (reason !== null) return `您的实名信息变更未通过：${reason}。原实名认证仍然有效`
  return `您的实名信息已变更，姓名为${name}${n > 0 ? `；原有${n}枚个人印章已注销，已按新姓名重新生成` : ''}`
}

/** Notices about a person's account, companies and signatures. */
export const accountNotices = {
  signatureDisputed: {
    label: '非本人签署警报',
    sms: 'always',
    mail: 'always',
    text: ({ signer, title }) => `${signer}报告《${title}》上的签署并非本人操作，请立即核实`,
    path: () => registerPath,
    writeSms: ({ signer, title }, brand) => smsMessage('signatureDisputed', { name: signer, title }, brand),
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.signer}报告《${facts.title}》上的签署并非本人操作`,
      lines: [
        '您好：',
        `${facts.signer}报告${named(facts)}上的签署并非本人操作。请立即登录，在签署记录中核实，必要时停用相关印章。`,
      ],
      link: { text: '查看签署记录', url: `${home}${registerPath}` },
    }),
  },
  batchSent: {
    label: '批量发起结果',
    // Whoever started it is told where it was started; no template of domain 8 says it.
    sms: 'never',
    mail: 'off',
    text: (facts) => `批量发起《${facts.template}》已结束：${batchResult(facts)}`,
    path: batchPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】批量发起《${facts.template}》已结束`,
      lines: ['您好：', `您批量发起的《${facts.template}》已结束：${batchResult(facts)}。`],
      link: { text: '查看结果', url: `${home}${batchPath(facts)}` },
    }),
  },
  newDevice: {
    label: '新设备登录',
    sms: 'always',
    mail: 'always',
    text: ({ device, address, at }) =>
      `您的账号于${formatDate(at)}在新设备登录（${device}，${address}）。如非本人操作，请立即修改密码`,
    path: () => '/user/settings',
    writeSms: (_, brand) => smsMessage('newDevice', {}, brand),
    writeMail: (facts, { brand }) => newDeviceMail(facts, brand),
  },
  keyChanged: {
    label: '登录密钥变更',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: ({ name, event, at }) =>
      `${formatDate(at)}，您账号的密钥“${name}”${keyEvents[event]}。如非本人操作，请立即修改密码`,
    path: () => '/user/settings',
    writeSms: null,
    writeMail: ({ name, event, at }, { brand, home }) => ({
      subject: `【${brand}】您账号的登录密钥有变更`,
      lines: ['您好：', `${formatDate(at)}，您账号的密钥“${name}”${keyEvents[event]}。如非本人操作，请立即修改密码。`],
      link: { text: '查看安全设置', url: `${home}/user/settings` },
    }),
  },
  sealChanged: {
    label: '印章变更提醒',
    sms: 'always',
    mail: 'always',
    text: ({ seal, name }) => `印章“${seal}”状态或授权已变更，操作人${name}。如非授权操作请立即处理`,
    path: () => sealsPath,
    writeSms: (facts, brand) => smsMessage('sealChanged', facts, brand),
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】印章“${facts.seal}”已变更`,
      lines: [
        '您好：',
        `印章“${facts.seal}”的状态或授权已由${facts.name}变更。如非授权操作，请立即登录，冻结全部印章并核实。`,
      ],
      link: { text: '查看印章', url: `${home}${sealsPath}` },
    }),
  },
  sealReviewed: {
    label: '印章审核结果',
    // Whoever uploads a seal comes back for it; no template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: (facts) => reviewResult(facts),
    path: ({ path }) => path,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】印章“${facts.seal}”${facts.reason === null ? '已通过审核' : '未通过审核'}`,
      lines: ['您好：', `${reviewResult(facts)}。`],
      link: { text: '查看印章', url: `${home}${facts.path}` },
    }),
  },
  personReviewed: {
    label: '实名审核结果',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: (facts) => identityResult(facts),
    path: () => '/personal-auth-ok',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】实名认证${facts.reason === null ? '已通过' : '未通过'}人工审核`,
      lines: ['您好：', `${identityResult(facts)}。`],
      link: { text: '查看结果', url: `${home}/personal-auth-ok` },
    }),
  },
  authLapses: {
    label: '认证到期提醒',
    sms: 'never',
    mail: 'on',
    text: (facts) => lapseComing(facts),
    path: (facts) => lapsePath(facts),
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company === null ? '您' : facts.company}的认证将于${facts.date}到期`,
      lines: ['您好：', `${lapseComing(facts)}。`],
      link: { text: '查看认证', url: `${home}${lapsePath(facts)}` },
    }),
  },
  authLapsed: {
    label: '认证到期通知',
    sms: 'never',
    mail: 'always',
    text: (facts) => lapsed(facts),
    path: (facts) => lapsePath(facts),
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company === null ? '您' : facts.company}的认证已到期`,
      lines: ['您好：', `${lapsed(facts)}。`],
      link: { text: '重新认证', url: `${home}${lapsePath(facts)}` },
    }),
  },
  companyReviewed: {
    label: '企业认证审核结果',
    // Whoever asked hears it by the SMS of every company's authentication.
    sms: 'never',
    mail: 'on',
    text: (facts) => companyResult(facts),
    path: () => '/company-auth-info',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}${facts.reason === null ? '已通过' : '未通过'}人工审核`,
      lines: ['您好：', `${companyResult(facts)}。`],
      link: { text: '查看结果', url: `${home}/company-auth-info` },
    }),
  },
  paymentUnfit: {
    label: '反向打款不符',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: (facts) => unfit(facts),
    path: () => '/company-auth-info',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的认证付款不符合要求`,
      lines: ['您好：', `${unfit(facts)}。`],
      link: { text: '查看认证', url: `${home}/company-auth-info` },
    }),
  },
  personChanged: {
    label: '实名信息变更结果',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => changeResult(facts),
    path: () => '/personal-auth-ok',
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】实名信息变更${facts.reason === null ? '已完成' : '未通过'}`,
      lines: ['您好：', `${changeResult(facts)}。如非本人操作，请立即修改密码。`],
      link: { text: '查看实名信息', url: `${home}/personal-auth-ok` },
    }),
  },
  sealExpires: {
    label: '印章即将到期',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: ({ seal, date }) => `印章“${seal}”将于${date}到期，之后不能再用于签署，请及时延期或重新制作`,
    path: () => sealsPath,
    writeSms: null,
    writeMail: ({ seal, date }, { brand, home }) => ({
      subject: `【${brand}】印章“${seal}”将于${date}到期`,
      lines: ['您好：', `印章“${seal}”将于${date}到期，之后不能再用于签署。请及时延期或重新制作。`],
      link: { text: '查看印章', url: `${home}${sealsPath}` },
    }),
  },
  sealAlert: {
    label: '用印异常提醒',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => unusualUse(facts),
    path: ({ sealId }) => sealPath(sealId),
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】印章“${facts.seal}”用印异常`,
      lines: ['您好：', `${unusualUse(facts)}。`],
      link: { text: '查看用印登记', url: `${home}${sealPath(facts.sealId)}` },
    }),
  },
  sealsToRemake: {
    label: '重新制作印章',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => remaking(facts),
    path: () => sealsPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】${facts.company}的印章需要重新制作`,
      lines: ['您好：', `${remaking(facts)}。此前已签署的合同不受影响。`],
      link: { text: '重新制作', url: `${home}${sealsPath}` },
    }),
  },
  webhookPaused: {
    label: '应用回调暂停',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'always',
    text: (facts) => webhookPaused(facts),
    path: webhookPath,
    writeSms: null,
    writeMail: (facts, { brand, home }) => ({
      subject: `【${brand}】应用“${facts.app}”的回调已暂停`,
      lines: ['您好：', `${webhookPaused(facts)}。未送达的事件仍保留，恢复后按顺序继续发送。`],
      link: { text: '查看应用', url: `${home}${webhookPath(facts)}` },
    }),
  },
  administrationOffered: {
    label: '管理员转让',
    sms: 'always',
    mail: 'never',
    text: ({ admin, company }) => `${admin}请您接任${company}的管理员，请确认是否同意`,
    path: () => '/user-space/company-join-list',
    writeSms: (facts, brand) => smsMessage('administrationOffered', facts, brand),
    writeMail: null,
  },
  invited: {
    label: '企业邀请',
    sms: 'always',
    mail: 'never',
    text: ({ admin, company }) => `${admin}邀请您加入${company}，请确认`,
    path: () => '/user-space/company-join-list',
    writeSms: (facts, brand) => smsMessage('invited', facts, brand),
    writeMail: null,
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
