import type { MailContent } from './mail-content.ts'
import { formatDate } from '../time/format-date.ts'

/** The mail about a sign-in on a new device: which, from where, when (ms), and what to do if it was somebody else. */
export function newDeviceMail(
  { device, address, at }: { device: string; address: string; at: number },
  brand: string,
): MailContent {
  return {
    subject: `【${brand}】您的账号刚在新设备登录`,
    lines: [
      '您好：',
      `您的账号于${formatDate(at)}在新设备登录。`,
      `设备：${device}`,
      `网络地址：${address}`,
      '如非本人操作，请立即修改密码，并在“安全设置”中退出其他设备。',
    ],
  }
}
