import type { AboutContract, NoticeFacts } from './notice-facts.ts'
import { named, type NoticeRule, type Sender } from './notice-rule.ts'
import { smsMessage } from './sms-text.ts'

const detailPath =
  (kind: 'normal' | 'relieve') =>
  ({ signId }: { signId: string }) =>
    `/temp-info?${new URLSearchParams({ signId })}&taskType=${kind}`
/** A contract's page. The kind is a hint alone: whatever the contract is, its page says (checklist I19). */
export const contractPath = detailPath('normal')

const afterExpiry = ({ isInitiator }: NoticeFacts['expired']) =>
  isInitiator ? '。如需继续请重新发起' : '，签署终止，您无需处理'

/** A mail as domain 8 has it: whom, what, and a button to the contract. */
function contractMail(facts: AboutContract, sender: Sender, mail: { subject: string; line: string; button: string }) {
  return {
    subject: `【${sender.brand}】${mail.subject}`,
    lines: [`您好，${facts.name}：`, mail.line],
    link: { text: mail.button, url: facts.url ?? `${sender.home}${contractPath(facts)}` },
  }
}

/** Notices about one contract, which whoever is told may open. */
export const contractNotices = {
  toSign: {
    label: '待签署',
    sms: 'on',
    mail: 'on',
    text: ({ who, title, date }) => `${who}邀请您签署《${title}》，请于${date}前完成`,
    path: contractPath,
    writeSms: ({ who, title, date, url }, brand) => smsMessage('toSign', { who, title, date, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `${facts.who}邀请您签署《${facts.title}》`,
        line: `${facts.initiator}邀请您签署${named(facts)}，请于${facts.date}前完成。签署前请核对对方身份与合同内容。`,
        button: '查看并签署',
      }),
  },
  voidToSign: {
    label: '作废待签',
    sms: 'on',
    mail: 'on',
    text: ({ who, title, date }) => `${who}申请作废已签署的《${title}》，请于${date}前核对处理`,
    path: detailPath('relieve'),
    writeSms: ({ who, title, url }, brand) => smsMessage('voidToSign', { who, title, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》作废申请待签署`,
        line: `${facts.initiator}申请作废已签署的《${facts.title}》，请于${facts.date}前核对作废协议并签署或拒签。各方签署完成前，原合同仍然有效。`,
        button: '查看作废协议',
      }),
  },
  notAutomatic: {
    label: '未自动签署',
    // The request to sign goes out beside it.
    sms: 'never',
    mail: 'off',
    text: ({ title, reason }) => `《${title}》未能自动签署，请您手动签署：${reason}`,
    path: contractPath,
    writeSms: null,
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》未能自动签署`,
        line: `${named(facts)}未能自动签署，请您手动签署。原因：${facts.reason}。`,
        button: '查看并签署',
      }),
  },
  voidFinished: {
    label: '作废完成',
    sms: 'on',
    mail: 'on',
    text: ({ title }) => `《${title}》的作废协议已签署完成，原合同已作废`,
    path: contractPath,
    writeSms: ({ title }, brand) => smsMessage('voidFinished', { title }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》已作废`,
        line: `${named(facts)}的作废协议已签署完成，原合同已作废。原文件没有改动，可登录查看和下载。`,
        button: '查看合同',
      }),
  },
  urged: {
    label: '催签',
    sms: 'on',
    mail: 'off',
    text: ({ who, title, date }) => `${who}提醒您签署《${title}》，截止${date}`,
    path: contractPath,
    writeSms: ({ who, title, date, url }, brand) => smsMessage('urge', { who, title, date, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `${facts.who}提醒您签署《${facts.title}》`,
        line: `${facts.who}提醒您签署${named(facts)}，请于${facts.date}前完成。签署前请核对对方身份与合同内容。`,
        button: '查看并签署',
      }),
  },
  dueSigner: {
    label: '即将到期（签署方）',
    sms: 'on',
    mail: 'off',
    text: ({ title, date }) => `《${title}》将于${date}截止，您尚未签署，请及时处理`,
    path: contractPath,
    writeSms: ({ title, date, url }, brand) => smsMessage('dueSigner', { title, date, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》即将截止，您尚未签署`,
        line: `${named(facts)}将于${facts.date}截止，您尚未签署，请及时处理。`,
        button: '查看并签署',
      }),
  },
  dueInitiator: {
    label: '即将到期（发起方）',
    sms: 'on',
    mail: 'off',
    text: ({ title, date, n }) => `您发起的《${title}》将于${date}截止，尚有${n}方未签署，可催签或延期`,
    path: contractPath,
    writeSms: ({ title, date, n }, brand) => smsMessage('dueInitiator', { title, date, n }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `您发起的《${facts.title}》即将截止`,
        line: `您发起的${named(facts)}将于${facts.date}截止，尚有${facts.n}方未签署，可催签或延期。`,
        button: '查看合同',
      }),
  },
  extended: {
    label: '签署延期',
    sms: 'on',
    mail: 'off',
    text: ({ title, date }) => `《${title}》的签署截止时间已延至${date}，请及时签署`,
    path: contractPath,
    writeSms: ({ title, date, url }, brand) => smsMessage('extended', { title, date, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》的签署截止时间已延长`,
        line: `${named(facts)}的签署截止时间已延至${facts.date}，请及时签署。`,
        button: '查看并签署',
      }),
  },
  transferred: {
    label: '转交签署',
    sms: 'on',
    mail: 'on',
    text: ({ who, title, date }) => `${who}将《${title}》转交给您签署，请于${date}前完成`,
    path: contractPath,
    writeSms: ({ who, title, date, url }, brand) => smsMessage('transferred', { who, title, date, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `${facts.who}将《${facts.title}》转交给您签署`,
        line: `${facts.who}将${named(facts)}转交给您签署，请于${facts.date}前完成。签署前请核对对方身份与合同内容。`,
        button: '查看并签署',
      }),
  },
  partiesChanged: {
    label: '签署方变更',
    sms: 'on',
    mail: 'off',
    text: ({ who, title, what }) => `${who}变更了《${title}》的签署方：${what}`,
    path: contractPath,
    writeSms: ({ who, title, url }, brand) => smsMessage('partiesChanged', { who, title, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》变更了签署方`,
        line: `${facts.who}变更了${named(facts)}的签署方：${facts.what}。`,
        button: '查看合同',
      }),
  },
  noLongerParty: {
    label: '不再签署',
    sms: 'on',
    mail: 'off',
    text: ({ who, title }) => `${who}变更了《${title}》的签署方，您不再是签署方，无需处理`,
    // The contract itself opens no more.
    path: () => '/space/contract-list?status=all',
    writeSms: ({ who, title }, brand) => smsMessage('noLongerParty', { who, title }, brand),
    writeMail: (facts, { brand }) => ({
      subject: `【${brand}】您不再是《${facts.title}》的签署方`,
      lines: [`您好，${facts.name}：`, `${facts.who}变更了${named(facts)}的签署方，您不再是签署方，无需处理。`],
    }),
  },
  contractEnds: {
    label: '合同到期',
    sms: 'on',
    mail: 'off',
    text: ({ title, date }) => `《${title}》将于${date}到期，如需续签或终止请及时处理`,
    path: contractPath,
    writeSms: ({ title, date }, brand) => smsMessage('contractEnds', { title, date }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》即将到期`,
        line: `${named(facts)}将于${facts.date}到期，如需续签或终止请及时处理。`,
        button: '查看合同',
      }),
  },
  rejected: {
    label: '已拒签',
    sms: 'on',
    mail: 'on',
    text: ({ isInitiator, title, signer, reason }) =>
      isInitiator
        ? `您发起的《${title}》已被${signer}拒签，原因：${reason}`
        : `《${title}》已被${signer}拒签，签署终止，您无需处理`,
    path: contractPath,
    writeSms: ({ isInitiator, title, signer, reason }, brand) =>
      isInitiator
        ? smsMessage('rejected', { title, signer, reason }, brand)
        : smsMessage('rejectedOthers', { title, signer }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》已被拒签`,
        line: facts.isInitiator
          ? `您发起的${named(facts)}已被${facts.signer}拒签，原因：${facts.reason}。`
          : `${named(facts)}已被${facts.signer}拒签，签署终止，您无需处理。`,
        button: '查看合同',
      }),
  },
  recalled: {
    label: '已撤回',
    sms: 'on',
    mail: 'off',
    text: ({ title }) => `《${title}》已被发起方撤回，签署终止，您无需处理`,
    path: contractPath,
    writeSms: ({ title }, brand) => smsMessage('recalled', { title }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》已被撤回`,
        line: `${named(facts)}已被发起方撤回，签署终止，您无需处理。`,
        button: '查看合同',
      }),
  },
  expired: {
    label: '已过期',
    sms: 'on',
    mail: 'off',
    text: (facts) => `《${facts.title}》逾期未完成签署，已过期${afterExpiry(facts)}`,
    path: contractPath,
    writeSms: ({ isInitiator, title }, brand) =>
      smsMessage(isInitiator ? 'expired' : 'expiredOthers', { title }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》已过期`,
        line: `${named(facts)}逾期未完成签署，已过期${afterExpiry(facts)}。`,
        button: '查看合同',
      }),
  },
  finished: {
    label: '签署完成',
    sms: 'on',
    mail: 'on',
    text: ({ title }) => `《${title}》已全部签署完成，可查看和下载`,
    path: contractPath,
    writeSms: ({ title, url }, brand) => smsMessage('finished', { title, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》已签署完成`,
        line: `${named(facts)}已全部签署完成，可查看和下载。为保护合同内容，邮件不附文件，请登录后下载。`,
        button: '查看合同',
      }),
  },
  cc: {
    label: '抄送',
    sms: 'on',
    mail: 'off',
    text: ({ who, title }) => `${who}向您抄送了《${title}》，请查看`,
    path: contractPath,
    writeSms: ({ who, title, url }, brand) => smsMessage('cc', { who, title, url }, brand),
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `${facts.who}向您抄送了《${facts.title}》`,
        line: `${facts.who}向您抄送了${named(facts)}，请查看。`,
        button: '查看合同',
      }),
  },
  handedOver: {
    label: '合同转交',
    // No template of domain 8 says it; a party whose turn it is gets the one that asks to sign.
    sms: 'never',
    mail: 'off',
    text: ({ from, title }) => `${from}的合同《${title}》已转交给您`,
    path: contractPath,
    writeSms: null,
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `《${facts.title}》已转交给您`,
        line: `${facts.from}的合同${named(facts)}已转交给您，请继续处理。`,
        button: '查看合同',
      }),
  },
  draftIdle: {
    label: '草稿即将删除',
    // No template of domain 8 says it, and nothing is lost yet.
    sms: 'never',
    mail: 'off',
    text: ({ title, date }) => `草稿《${title}》已有180天没有改动，将于${date}移入回收站。如需保留，请打开后重新保存`,
    path: contractPath,
    writeSms: null,
    writeMail: (facts, sender) =>
      contractMail(facts, sender, {
        subject: `草稿《${facts.title}》即将删除`,
        line: `草稿${named(facts)}已有180天没有改动，将于${facts.date}移入回收站。如需保留，请打开后重新保存。`,
        button: '查看草稿',
      }),
  },
} satisfies { readonly [K in keyof NoticeFacts]?: NoticeRule<NoticeFacts[K]> }
