import { checkCompanyName, normalizeCompanyName } from '@moqi/domain/identity/company'
import { checkPassportName } from '@moqi/domain/identity/person-name'
import { checkPhone } from '@moqi/domain/identity/phone'

/** A party read from one line; `companyName` is empty for a person. */
export type PastedParty = { signerName: string; phone: string; companyName: string }

/** One line that is no party, with its number from 1 and what is wrong with it. */
export type PastedFault = { line: number; text: string; message: string }

const headings = new Set(['姓名', '经办人', '签署人', '联系人', '签署方'])

// Excel parts cells by tabs; a list typed by hand has commas or several blanks.
const cellsOf = (line: string) => (line.includes('\t') ? line.split('\t') : line.split(/[,，;；]|\s{2,}/))

function read(cells: readonly string[]): PastedParty | string {
  const [name = '', phone = '', company = '', ...more] = cells
  if (more.some((cell) => cell !== '')) return '多于3列，应为：姓名、手机号、企业名称'
  const checkedName = checkPassportName(name)
  if (!checkedName.ok) return checkedName.message
  const checkedPhone = checkPhone(phone)
  if (!checkedPhone.ok) return checkedPhone.message
  if (company === '') return { signerName: checkedName.value, phone: checkedPhone.value, companyName: '' }
  const checkedCompany = checkCompanyName(company)
  if (!checkedCompany.ok) return checkedCompany.message
  return {
    signerName: checkedName.value,
    phone: checkedPhone.value,
    companyName: normalizeCompanyName(checkedCompany.value),
  }
}

/**
 * Parties pasted from a table: a line each, 姓名 手机号 企业名称 in this order, without 企业名称 a person. A heading line
 * and empty lines are passed over; `known` says who is there already, and a line twice counts once.
 */
export function pastedParties(
  text: string,
  known: readonly PastedParty[],
): { parties: PastedParty[]; faults: PastedFault[] } {
  const keyOf = ({ signerName, phone, companyName }: PastedParty) => [signerName, phone, companyName].join('\n')
  const seen = new Set(known.map(keyOf))
  const parties: PastedParty[] = []
  const faults: PastedFault[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const cells = cellsOf(line).map((cell) => cell.replace(/^"(.*)"$/, '$1').trim())
    if (cells.every((cell) => cell === '') || (index === 0 && headings.has(cells[0] ?? ''))) continue
    const party = read(cells)
    const fault = typeof party === 'string' ? party : seen.has(keyOf(party)) ? '与其他签署方重复' : null
    if (typeof party === 'string' || fault !== null) {
      faults.push({ line: index + 1, text: cells.filter(Boolean).join(' '), message: fault ?? '' })
      continue
    }
    seen.add(keyOf(party))
    parties.push(party)
  }
  return { parties, faults }
}
