import type { MailContent } from './mail-content.ts'

/** A contract as a mail tells of it, and whom it tells. */
type Told = { name: string; title: string; contractNo: string; url: string }

/** Tells a party that everybody has signed. The file is behind the link and the party's phone, never attached. */
export function finishedMail({ name, title, contractNo, url }: Told, brand: string): MailContent {
  return {
    subject: `【${brand}】《${title}》已签署完成`,
    lines: [
      `您好，${name}：`,
      `《${title}》（编号${contractNo}）各方均已签署完成。`,
      '为保护合同内容，文件不随邮件发送。打开链接并验证手机号后，即可查看和下载。',
    ],
    link: { text: '查看并下载', url },
  }
}
