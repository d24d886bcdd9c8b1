import { CallRefusal } from '../../client/call-error.ts'

/** The fields a fault can stand under, by their names; `form` is the whole. */
const fields = [
  'companyName',
  'userName',
  'phone',
  'captchaCode',
  'smsCode',
  'password',
  'again',
  'email',
  'emailCode',
  'agree',
  'form',
] as const
/** A field of the account's forms; `form` is the whole. */
export type FormField = (typeof fields)[number]
/** What is wrong, in words, by field. */
export type FormFaults = Partial<Record<FormField, string>>

const places: Record<string, FormField> = {
  'account/captcha-required': 'captchaCode',
  'account/captcha-wrong': 'captchaCode',
  'account/code-wrong': 'smsCode',
  'account/taken': 'phone',
}

/** The server's message under the field it is about (checklist X11); nothing for what has been announced already. */
export function faultsOf(fault: unknown): FormFaults {
  if (!(fault instanceof CallRefusal)) return {}
  const { reason, data, message } = fault
  const named = fields.find((field) => field === data.field)
  return { [named ?? (reason && places[reason]) ?? 'form']: message }
}

/** What is wrong with a code from a message before the server sees it. */
export const smsCodeFault = (smsCode: string): FormFaults =>
  /^\d{6}$/.test(smsCode.trim()) ? {} : { smsCode: '请输入6位短信验证码' }
