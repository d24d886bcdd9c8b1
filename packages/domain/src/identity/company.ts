import { type Checked, failed, passed, shaped } from './checked.ts'

const codeMessage = '统一社会信用代码格式不正确'
// GB 32100-2015 §5: 31 characters without I O S V Z, and the weights of the first 17.
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** A unified social credit code (GB 32100), upper-cased and without spaces. */
export function checkCreditCode(text: string): Checked<string> {
  const value = text.replace(/\s+/g, '').toUpperCase()
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(value)) return failed(codeMessage)
  const sum = weights.reduce((total, weight, index) => total + weight * alphabet.indexOf(value[index] ?? ''), 0)
  return value[17] === alphabet[(31 - (sum % 31)) % 31] ? passed(value) : failed(codeMessage)
}

/** A company name as it is compared and stored: trimmed, with full-width brackets. */
export const normalizeCompanyName = (text: string): string => text.trim().replaceAll('(', '（').replaceAll(')', '）')

/** A company name of 2–100 Chinese characters, letters, digits and （）·&- (domain 4.1), normalised. */
export function checkCompanyName(text: string): Checked<string> {
  const value = normalizeCompanyName(text)
  const inner = /^[\p{Script=Han}\p{L}\d（）·&-]+( [\p{Script=Han}\p{L}\d（）·&-]+)*$/u
  const length = [...value].length
  if (length < 2 || length > 100) return failed('企业名称需与营业执照一致')
  return shaped(value, inner, '企业名称需与营业执照一致')
}
