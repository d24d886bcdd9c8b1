import { type Checked, failed, shaped } from './checked.ts'

const message = '姓名格式不正确，请与证件保持一致'
const length = (text: string) => [...text].length

/** A Chinese name of 2–50 characters; the dots • ． ‧ become · (domain 4.1). */
export function checkPersonName(text: string): Checked<string> {
  const value = text.trim().replace(/[•．‧]/g, '·')
  if (value === '') return failed('请输入真实姓名')
  if (length(value) < 2 || length(value) > 50) return failed(message)
  return shaped(value, /^\p{Script=Han}{1,25}(·\p{Script=Han}{1,25})*$/u, message)
}

/**
 * A name as a passport gives it: 2–50 Latin letters with single spaces, hyphens, apostrophes, dots, or a Chinese name.
 */
export function checkPassportName(text: string): Checked<string> {
  const value = text.trim().replace(/\s+/g, ' ')
  if (!/\p{Script=Latin}/u.test(value)) return checkPersonName(text)
  if (length(value) < 2 || length(value) > 50) return failed(message)
  return shaped(value, /^\p{Script=Latin}+([ '’.,-]{1,2}\p{Script=Latin}+)*\.?$/u, message)
}

/** A name as others see it: the first character stays, `张**`; one character becomes `*`. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name
  return rest.length === 0 ? '*'.repeat(length(name)) : first + '*'.repeat(Math.min(rest.length, 2))
}
