import { CallRefusal } from '../../client/call-error.ts'

/** The fields a sign-in refusal can stand under; `form` is the whole. */
export type LoginField = 'userName' | 'password' | 'phone' | 'captcha' | 'smsCode' | 'agree' | 'form'
/** What is wrong, in words, by field. */
export type LoginFaults = Partial<Record<LoginField, string>>

const places: Record<string, LoginField> = {
  'account/credentials': 'password',
  'account/captcha-required': 'captcha',
  'account/captcha-wrong': 'captcha',
  'account/code-wrong': 'smsCode',
}

/** Whether the server asks for a captcha from now on (checklist C0.3). */
export const wantsCaptcha = (fault: unknown) => fault instanceof CallRefusal && fault.code === 428

/** Whether the account is locked, and a code to its phone goes on. */
export const isLocked = (fault: unknown) => fault instanceof CallRefusal && fault.reason === 'account/locked'

/** The server's message under the field it is about (checklist X11); nothing for what has been announced already. */
export function loginFaults(fault: unknown): LoginFaults {
  if (!(fault instanceof CallRefusal)) return {}
  const { reason, data, message } = fault
  const place = data.field === 'phone' ? 'phone' : places[reason ?? '']
  return { [place ?? 'form']: message }
}
