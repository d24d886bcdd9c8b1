import { type Checked, failed, shaped } from './checked.ts'

/** A mainland mobile number of eleven digits; spaces and +86 are dropped (domain 4.1). */
export function checkPhone(text: string): Checked<string> {
  const value = text.replace(/\s+/g, '').replace(/^\+86/, '')
  return value === '' ? failed('请输入手机号') : shaped(value, /^1[3-9]\d{9}$/, '手机号格式不正确')
}

/** A phone number as others see it: `138****0001`; anything but eleven characters shows its last two at most. */
export const maskPhone = (phone: string): string =>
  phone.length === 11 ? `${phone.slice(0, 3)}****${phone.slice(7)}` : `****${phone.length > 4 ? phone.slice(-2) : ''}`
