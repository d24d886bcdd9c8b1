import type { AboutApproval, NoticeFacts } from './notice-facts.ts'
import { named, type NoticeRule, type Sender } from './notice-rule.ts'
import { smsMessage } from './sms-text.ts'

const approvalPath = ({ approveId }: AboutApproval) => `/approve-info?${new URLSearchParams({ approveId })}`

function approvalMail(facts: AboutApproval, { brand }: Sender, mail: { subject: string; line: string }) {
  return {
    subject: `【${brand}】${mail.subject}`,
    lines: ['您好：', mail.line],
    link: { text: '查看用印审批', url: facts.url },
  }
}

/** Notices about the use of a company's seals, which only people of that company hear (domain 8). */
export const approvalNotices = {
  toApprove: {
    label: '审批待办',
    sms: 'on',
    mail: 'on',
    text: ({ name, seal, title }) => `${name}申请使用“${seal}”签署《${title}》，请审批`,
    path: approvalPath,
    writeSms: ({ name, seal, title, url }, brand) => smsMessage('toApprove', { name, seal, title, url }, brand),
    writeMail: (facts, sender) =>
      approvalMail(facts, sender, {
        subject: `${facts.name}申请使用“${facts.seal}”`,
        line: `${facts.name}申请使用“${facts.seal}”签署${named(facts)}，请核对合同后审批。`,
      }),
  },
  approved: {
    label: '审批通过',
    sms: 'on',
    mail: 'on',
    text: ({ seal, title }) => `您申请的“${seal}”用印已通过，《${title}》已完成用印`,
    path: approvalPath,
    writeSms: ({ seal, title }, brand) => smsMessage('approved', { seal, title }, brand),
    writeMail: (facts, sender) =>
      approvalMail(facts, sender, {
        subject: `《${facts.title}》已完成用印`,
        line: `您申请的“${facts.seal}”用印已通过，${named(facts)}已完成用印。`,
      }),
  },
  approvalRefused: {
    label: '审批驳回',
    sms: 'on',
    mail: 'on',
    text: ({ name, seal, title, reason }) => `${name}驳回了您申请的“${seal}”用印（《${title}》），原因：${reason}`,
    path: approvalPath,
    writeSms: ({ seal, reason }, brand) => smsMessage('approvalRefused', { seal, reason }, brand),
    writeMail: (facts, sender) =>
      approvalMail(facts, sender, {
        subject: `“${facts.seal}”用印被驳回`,
        line: `您为${named(facts)}申请的“${facts.seal}”用印被${facts.name}驳回，原因：${facts.reason}。可修改后重新提交。`,
      }),
  },
  stampFailed: {
    label: '用印失败',
    // No template of domain 8 says it.
    sms: 'never',
    mail: 'on',
    text: ({ seal, title, reason }) => `《${title}》的“${seal}”用印已通过审批，但未能盖章：${reason}`,
    path: approvalPath,
    writeSms: null,
    writeMail: (facts, sender) =>
      approvalMail(facts, sender, {
        subject: `《${facts.title}》未能完成用印`,
        line: `${named(facts)}的“${facts.seal}”用印已通过审批，但未能盖章：${facts.reason}。处理后可在申请页面重试。`,
      }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
