import { spokenHere } from './language.ts'

/** Chinese of the texts that the specification quotes in English (checklist Z3, domain.md 7.7). */
const chinese: Record<string, string> = {
  'Login status has expired, please log in again': '登录状态已过期，请重新登录',
  'Log in again': '重新登录',
  'Network request timed out': '网络请求超时',
  'Server error!': '服务器错误！',
  'Are you sure you want to exit the system?': '确定要退出系统吗？',
  Prompt: '提示',
  'System prompt': '系统提示',
  Confirm: '确定',
  Cancel: '取消',
}

/** The text under its English key in the document's language; a text that is no key is shown as it is. */
export function message(key: string): string {
  return spokenHere() === 'en' ? key : (chinese[key] ?? key)
}
