import type { MailContent } from '../messages/mail-content.ts'

/** The mail with a code that binds a mail address (domain 4.2: ten minutes). */
export const bindMailCode = (code: string, brand: string): MailContent => ({
  subject: `【${brand}】邮箱验证码`,
  lines: [
    '您好：',
    `您的邮箱验证码${code}，用于绑定邮箱，10分钟内有效。请勿告知他人，工作人员不会索取。`,
    '如非本人操作，请忽略本邮件。',
  ],
})

/** What the address bound before is told when another takes its place. */
export const mailChanged = (masked: string, brand: string): MailContent => ({
  subject: `【${brand}】账号邮箱已更换`,
  lines: ['您好：', `您的账号邮箱已更换为${masked}，通知不再发送到本邮箱。如非本人操作，请立即修改密码并联系客服。`],
})

/** What the mail address of an account reads whose phone number (masked) somebody else holds by now (ADR 0077). */
export const phoneLeftMail = (masked: string, brand: string): MailContent => ({
  subject: `【${brand}】您的手机号已由他人使用`,
  lines: [
    `手机号${masked}现由他人使用，已不再属于您的账号。`,
    '您的合同与印章不受影响，他人无法查看。请用账号密码或密钥登录，在设置中绑定新的手机号；无法登录时请联系客服。',
  ],
})
