import { type Checked, failed, shaped } from './checked.ts'
import { isOneLine } from '../text/one-line.ts'

const message = '邮箱格式不正确'

/** A mail address of at most 100 characters; the domain is lower-cased (domain 4.1). */
export function checkEmail(text: string): Checked<string> {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const value = trimmed.slice(0, at + 1) + trimmed.slice(at + 1).toLowerCase()
  return value.length > 100 || !isOneLine(value)
    ? failed(message)
    : shaped(value, /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/, message)
}

/** A mail address as others see it: `z***@example.cn`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`
}
