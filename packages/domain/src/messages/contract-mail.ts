import { formatDate } from '../time/format-date.ts'
import type { MailContent } from './mail-content.ts'

/** A contract as a mail tells of it, and whom it tells. */
type Told = { name: string; title: string; taskNo: string; url: string }

/** Asks a party to sign (domain 8). `company`: of the initiator, null when a person asks; `deadline` in ms. */
export function inviteMail(
  contract: Told & { initiator: string; company: string | null; deadline: number | null },
  brand: string,
): MailContent {
  const { title, taskNo, initiator, company, name, deadline, url } = contract
  const who = company === null ? initiator : `${initiator}（${company}）`
  const until = formatDate(deadline, '{y}-{m}-{d} {h}:{i}')
  return {
    subject: `【${brand}】${initiator}邀请您签署《${title}》`,
    lines: [
      `您好，${name}：`,
      `${who}邀请您签署《${title}》（编号${taskNo}），请于${until}前完成。`,
      '签署前请核对对方身份与合同内容。',
    ],
    link: { text: '查看并签署', url },
  }
}

/** Tells a party that everybody has signed. The file is behind the link and the party's phone, never attached. */
export function finishedMail({ name, title, taskNo, url }: Told, brand: string): MailContent {
  return {
    subject: `【${brand}】《${title}》已签署完成`,
    lines: [
      `您好，${name}：`,
      `《${title}》（编号${taskNo}）各方均已签署完成。`,
      '为保护合同内容，文件不随邮件发送。打开链接并验证手机号后，即可查看和下载。',
    ],
    link: { text: '查看并下载', url },
  }
}

/** Tells the initiator that a party has refused, and why. */
export function rejectedMail(contract: Told & { signer: string; reason: string }, brand: string): MailContent {
  const { title, taskNo, name, signer, reason, url } = contract
  return {
    subject: `【${brand}】《${title}》已被拒签`,
    lines: [`您好，${name}：`, `您发起的《${title}》（编号${taskNo}）已被${signer}拒签，签署终止。`, `原因：${reason}`],
    link: { text: '查看合同', url },
  }
}
