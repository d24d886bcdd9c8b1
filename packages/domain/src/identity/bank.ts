import { type Checked, failed, passed, shaped } from './checked.ts'

function passesLuhn(digits: string) {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** A personal bank card of 15–19 digits with its Luhn digit (ISO/IEC 7812-1), without spaces. */
export function checkBankCard(text: string): Checked<string> {
  const value = text.replace(/\s+/g, '')
  return /^\d{15,19}$/.test(value) && passesLuhn(value) ? passed(value) : failed('银行卡号格式不正确')
}

/** A corporate account of 8–32 digits, without spaces and hyphens; such accounts have no check digit. */
export const checkCorporateAccount = (text: string): Checked<string> =>
  shaped(text.replace(/[\s-]+/g, ''), /^\d{8,32}$/, '对公账号格式不正确')

/** A bank branch number (联行号) of twelve digits. */
export const checkBranchNumber = (text: string): Checked<string> => shaped(text.trim(), /^\d{12}$/, '联行号为12位数字')

/** Tries and days of the payment check (domain 4.1). */
export const paymentTries = 3
export const paymentDays = 7

/** The amount received, `0.01`–`0.99` 元, as 分; the text counts the tries left after this one. */
export function checkPaymentAmount(text: string, triesLeft: number): Checked<number> {
  const fen = /^0\.\d{2}$/.test(text.trim()) ? Number(text.trim().slice(2)) : 0
  return fen > 0 ? passed(fen) : failed(`金额不正确，还可尝试${triesLeft}次`)
}
