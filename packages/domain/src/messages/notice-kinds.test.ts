import { expect, test } from 'vitest'
import type { MailContent } from './mail-content.ts'
import type { NoticeFacts, NoticeKind } from './notice-facts.ts'
import { keysOf } from '../keys-of.ts'
import { noticeGroups } from './notice-group.ts'
import { isNoticeKind, kindsOf, noticeKinds, withoutTitle } from './notice-kinds.ts'
import type { SmsMessage } from './sms-text.ts'

const sender = { brand: '墨契', home: 'https://m.cn/home' }
const contract = { name: '王小明', title: '采购合同', contractNo: 'HT2026012000001', signId: 'AbC_9', url: null }
const url = 'https://m.cn/s/AbC_9'
const applied = { approveId: 'a1', seal: '合同专用章', title: '采购合同', contractNo: 'HT2026012000001', url }
const wished = { seal: '公章', title: '采购合同', contractNo: 'HT2026012000001', signId: 'AbC_9' }
const asked = { ...contract, who: '杭州云启', date: '01-20 18:00', url }

const facts: NoticeFacts = {
  toSign: { ...asked, initiator: '张伟（杭州云启）' },
  voidToSign: { ...asked, initiator: '张伟（杭州云启）' },
  voidFinished: contract,
  urged: asked,
  dueSigner: asked,
  dueInitiator: { ...contract, date: '01-20 18:00', n: 2 },
  extended: asked,
  transferred: asked,
  partiesChanged: { ...contract, who: '李静', what: '王小明更换为赵一一', url },
  partyRenamed: { ...contract, was: '王小明', is: '王晓明' },
  partyAuthEnded: { ...contract, who: '杭州云启', isInitiator: false },
  contractFrozen: { ...contract, isFrozen: true, reason: '涉嫌违法放贷' },
  noLongerParty: { ...contract, who: '李静' },
  contractEnds: { ...contract, date: '01-20' },
  rejected: { ...contract, isInitiator: true, signer: '李静', reason: '金额有误' },
  recalled: contract,
  notRefunded: contract,
  smsWithheld: { ...contract, phone: '138****0001', budget: 'sender' },
  expired: { ...contract, isInitiator: true },
  finished: { ...contract, url },
  cc: asked,
  toApprove: { ...applied, name: '张伟' },
  approved: applied,
  approvalRefused: { ...applied, name: '李静', reason: '金额有误' },
  stampFailed: { ...applied, reason: '印章已停用' },
  grantAsked: { ...wished, name: '张伟' },
  grantAnswered: { ...wished, name: '李静', reason: null },
  grantInForce: wished,
  contractViewed: { name: '李静', title: '采购合同', reason: '审计抽查', signId: 'AbC_9' },
  termEnds: { title: '园区物业管理服务合同', date: '2026-04-01', words: '还有20天，未约定续签', signId: 'AbC_9' },
  handedOver: { ...contract, from: '李静' },
  batchSent: { template: '员工保密协议', batchId: 'b1', sent: 17, failed: 1, unsent: 3 },
  notAutomatic: { ...contract, reason: '合同带有附件' },
  draftIdle: { ...contract, date: '2026-07-20' },
  signatureDisputed: { signer: '王小明', title: '采购合同', contractNo: 'HT2026012000001' },
  newDevice: { device: 'Chrome', address: '203.0.113.*', at: Date.parse('2026-01-20T10:00:00+08:00') },
  keyChanged: { name: '办公电脑', event: 'added', at: Date.parse('2026-01-20T10:00:00+08:00') },
  platformLooks: { company: null, reason: '客户说份数没有到账' },
  certificateRevoked: { company: '杭州云启', serial: '0A77 E319', reason: '私钥泄露或疑似泄露' },
  reportDecided: { reportNo: 'JB20261120AAAAAAAA', upheld: true, reason: '发起方冒用名义' },
  secondStepAsked: { company: '杭州云启科技有限公司', date: '2026-11-27 10:00' },
  networksOpened: { company: '杭州云启科技有限公司', name: '李静', address: '198.51.100.7' },
  activityAlert: { name: '王小明', what: '今天下载合同46份，近30天每天不超过8份' },
  groupInvited: { group: '云启集团', lead: '杭州云启', company: '上海嘉禾', date: '2026-12-20' },
  groupChanged: { group: '云启集团', company: '上海嘉禾', event: 'tightened', words: '会话时长：不超过2小时' },
  spaceFrozen: { company: '杭州云启', reason: '法院协助执行' },
  authEnded: {
    company: '杭州云启',
    end: { cause: 'dissolved', reason: '登记机关已核准注销', reference: '（2026）第12号' },
    phone: '400-000-0000',
  },
  memberAuthEnded: { company: '杭州云启', name: '王小明' },
  sealChanged: { seal: '合同专用章', name: '李静' },
  sealAlert: { seal: '合同专用章', sealId: 's1', name: '张伟', what: '在非工作时间用印' },
  sealsToRemake: { company: '杭州云启智能科技有限公司', n: 3 },
  sealExpires: { seal: '合同专用章', date: '2026年12月31日' },
  sealReviewed: { seal: '合同专用章', reason: '印文与认证名称不一致', path: '/user/seal' },
  personReviewed: { reason: '影像不清晰' },
  companyReviewed: { company: '厦门标准软件有限公司', reason: '营业执照不清晰' },
  paymentUnfit: { company: '厦门标准软件有限公司', reason: '付款金额不是0.01元，请按0.01元重新付款' },
  joinAsked: { company: '厦门标准软件有限公司', name: '王小明', phone: '13800000001' },
  appealed: { company: '厦门标准软件有限公司', name: '王小明', date: '2026-12-01 10:00' },
  appealObjected: { company: '厦门标准软件有限公司', creditCode: '91350100M000100Y43' },
  appealDecided: { company: '厦门标准软件有限公司', creditCode: '91350100M000100Y43', reason: '授权书没有盖章' },
  administrationTaken: { company: '厦门标准软件有限公司', name: '王小明' },
  appealOver: { company: '厦门标准软件有限公司', name: '王小明' },
  authLapses: { company: null, date: '2026-12-20' },
  authLapsed: { company: '杭州云启科技有限公司', date: '2026-11-20' },
  personChanged: { name: '王晓明', reason: null, n: 2 },
  orderPaid: { pack: '企业100份', copies: 100, amount: '599.00', orderId: 'o1' },
  quotaLow: { n: 5 },
  packEnds: { pack: '企业100份', n: 98, date: '2026-04-10' },
  voucherRefused: { orderNo: 'DD2026012000000001', orderId: 'o1', reason: '回单金额不符' },
  orderRefunded: { orderNo: 'DD2026012000000001', orderId: 'o1', amount: '599.00', reason: null },
  webhookPaused: { app: '金蝶云星空', integrationId: 'i1' },
  invoiceDecided: { amount: '599.00', title: '杭州云启', red: false, invoiceId: 'i1', reason: null },
  exportOrdered: { company: '杭州云启科技有限公司', name: '李静' },
  exportDone: { company: '杭州云启科技有限公司', n: 10108, left: 0, date: '2026-04-11' },
  companyCloses: { company: '杭州云启科技有限公司', name: '李静', date: '2026-04-11' },
  companyStays: { company: '杭州云启科技有限公司', name: '李静' },
  companyClosed: { company: '杭州云启科技有限公司' },
  administrationOffered: { admin: '李静', company: '云启' },
  invited: { admin: '李静', company: '云启', url: 'https://m.cn/j/x' },
}

type Written = {
  text: string
  path: string
  sms: SmsMessage | null
  mail: MailContent | null
  hidden: { sms: SmsMessage | null; mail: MailContent | null }
}

function write<K extends NoticeKind>(kind: K): Written {
  const { text, path, writeSms, writeMail } = noticeKinds[kind]
  const own = facts[kind]
  const less = withoutTitle(own)
  return {
    text: text(own),
    path: path(own),
    sms: writeSms?.(own, sender.brand) ?? null,
    mail: writeMail?.(own, sender) ?? null,
    hidden: { sms: writeSms?.(less, sender.brand) ?? null, mail: writeMail?.(less, sender) ?? null },
  }
}

/** Kinds that are not about one contract that whoever is told may open. */
const ownPages = new Map<NoticeKind, RegExp>([
  ['exportOrdered', /^\/$/],
  ['exportDone', /^\/$/],
  ['companyCloses', /^\/$/],
  ['companyStays', /^\/$/],
  ['companyClosed', /^\/$/],
  ['noLongerParty', /^\/space\/contract-list\?status=all$/],
  ['batchSent', /^\/space\/template-batch\?batchId=b1$/],
  ['toApprove', /^\/approve-info\?approveId=a1$/],
  ['approved', /^\/approve-info\?approveId=a1$/],
  ['approvalRefused', /^\/approve-info\?approveId=a1$/],
  ['grantAsked', /^\/company-space\/admin-authorize\?manner=asked$/],
  ['grantAnswered', /^\/signing\?signId=AbC_9$/],
  ['grantInForce', /^\/signing\?signId=AbC_9$/],
  ['contractViewed', /^\/temp-info\?signId=AbC_9&taskType=normal$/],
  ['termEnds', /^\/temp-info\?signId=AbC_9&taskType=normal$/],
  ['stampFailed', /^\/approve-info\?approveId=a1$/],
  ['newDevice', /^\/user/],
  ['keyChanged', /^\/user\/settings$/],
  ['sealAlert', /^\/company-space\/admin-signatures\/seal\?sealId=s1$/],
  ['sealsToRemake', /^\/company-space\/admin-signatures$/],
  ['sealExpires', /^\/company-space\/admin-signatures$/],
  ['sealReviewed', /^\/user\/seal$/],
  ['paymentUnfit', /^\/company-auth-info$/],
  ['joinAsked', /^\/company-space\/personal-management$/],
  ['appealed', /^\/user\/company-info$/],
  ['appealObjected', /^\/company-auth-info\?taken=91350100M000100Y43$/],
  ['appealDecided', /^\/company-auth-info\?taken=91350100M000100Y43$/],
  ['administrationTaken', /^\/user\/company-info$/],
  ['appealOver', /^\/user\/company-info$/],
  ['authLapses', /^\/personal-auth-info$/],
  ['authLapsed', /^\/company-auth-info$/],
  ['personChanged', /^\/personal-auth-ok$/],
  ['personReviewed', /^\/personal-auth-ok$/],
  ['companyReviewed', /^\/company-auth-info$/],
  ['platformLooks', /^\/space\/platform-log$/],
  ['certificateRevoked', /^\/space\/platform-log$/],
  ['reportDecided', /^\/user\/messages$/],
  ['spaceFrozen', /^\/user\/messages$/],
  ['secondStepAsked', /^\/user\/settings$/],
  ['networksOpened', /^\/user\/messages$/],
  ['activityAlert', /^\/user\/messages$/],
  ['groupInvited', /^\/user\/messages$/],
  ['groupChanged', /^\/user\/messages$/],
  ['authEnded', /^\/user\/company-info$/],
  ['memberAuthEnded', /^\/company-space\/personal-management$/],
  ['sealChanged', /^\/company-space\/admin-signatures$/],
  ['webhookPaused', /^\/company-space\/applications\/one\?integrationId=i1$/],
  ['invited', /^\/user/],
  ['administrationOffered', /^\/user/],
  ['orderPaid', /^\/cart\/order\?orderId=o1$/],
  ['quotaLow', /^\/cart\/cart$/],
  ['packEnds', /^\/user\/bill$/],
  ['voucherRefused', /^\/cart\/order\?orderId=o1$/],
  ['orderRefunded', /^\/cart\/order\?orderId=o1$/],
  ['invoiceDecided', /^\/user\/bill\?tab=invoices$/],
  ['signatureDisputed', /^\/space\/signatures-list$/],
])
const kinds = Object.keys(noticeKinds).filter(isNoticeKind)

test.each(kinds)('%s reads in the application as one sentence and leads to a page of its own', (kind) => {
  const { text, path } = write(kind)
  expect(text).not.toMatch(/[{}]|undefined|null|【/)
  expect(text.length).toBeGreaterThan(8)
  expect(path).toMatch(ownPages.get(kind) ?? /^\/temp-info\?signId=AbC_9&/)
})

test.each(kinds)('%s is written for exactly the channels it may take', (kind) => {
  const { sms, mail } = write(kind)
  expect([sms === null, mail === null]).toEqual([noticeKinds[kind].sms === 'never', noticeKinds[kind].mail === 'never'])
})

test.each(kinds)('%s does not say a hidden name in SMS or mail', (kind) => {
  const { hidden, sms } = write(kind)
  expect(JSON.stringify(hidden)).not.toContain('采购合同')
  expect(hidden.sms?.template).toBe(sms?.template)
})

test('who did not launch a contract is not told to launch it again when it is refused or has expired', () => {
  const others = { ...contract, isInitiator: false, signer: '李静', reason: '金额有误' }
  const { rejected, expired } = noticeKinds
  expect([rejected.text(others), expired.text(others)]).toEqual([
    '《采购合同》已被李静拒签，签署终止，您无需处理',
    '《采购合同》逾期未完成签署，已过期，签署终止，您无需处理',
  ])
  expect([rejected.writeSms?.(others, '墨契').text, expired.writeSms?.(others, '墨契').text]).toEqual([
    '【墨契】《采购合同》已被李静拒签，签署终止，您无需处理。',
    '【墨契】《采购合同》逾期未完成签署，已过期，签署终止，您无需处理。',
  ])
  for (const { text, writeMail } of [rejected, expired]) {
    expect(writeMail?.(others, sender).lines[1]).toBe(text(others).replace('》', '》（编号HT2026012000001）') + '。')
  }
  expect(write('rejected').text).toBe('您发起的《采购合同》已被李静拒签，原因：金额有误')
  expect(write('expired').text).toBe('《采购合同》逾期未完成签署，已过期。如需继续请重新发起')
})

test('the mail that asks to sign is the one of domain 8, and its button leads where the SMS leads', () => {
  expect(write('toSign').mail).toEqual({
    subject: '【墨契】杭州云启邀请您签署《采购合同》',
    lines: [
      '您好，王小明：',
      '张伟（杭州云启）邀请您签署《采购合同》（编号HT2026012000001），请于01-20 18:00前完成。签署前请核对对方身份与合同内容。',
    ],
    link: { text: '查看并签署', url },
  })
  expect(write('finished').mail?.subject).toBe('【墨契】《采购合同》已签署完成')
  expect(write('rejected').mail?.subject).toBe('【墨契】《采购合同》已被拒签')
  expect(write('rejected').mail?.link?.url).toBe('https://m.cn/home/temp-info?signId=AbC_9&taskType=normal')
})

test('what protects an account can be switched off in no channel, and nothing else is no kind', () => {
  expect([noticeKinds.newDevice.sms, noticeKinds.newDevice.mail]).toEqual(['always', 'always'])
  expect(['toSign', 'toString', ''].map(isNoticeKind)).toEqual([true, false, false])
})

test('every kind is in one group', () => {
  const all = keysOf(noticeGroups).flatMap(kindsOf)
  expect(all.toSorted()).toEqual(Object.keys(noticeKinds).toSorted())
})

test('what tells of somebody else at work in one’s name cannot be switched off', () => {
  const warnings = ['signatureDisputed', 'newDevice', 'keyChanged', 'sealChanged', 'sealAlert'] as const
  expect(warnings.map((kind) => noticeKinds[kind].mail)).toEqual(warnings.map(() => 'always'))
})
