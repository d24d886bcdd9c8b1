import type { FaultyRow } from '@moqi/api/contact'
import { checkContact, type ContactField, contactKey } from '@moqi/domain/contacts/contact-rules'
import { withType } from '@moqi/domain/contacts/contact-sheet'

/** A faulty row as the person is mending it: what the server said of it, and what stands in it now. */
export type MendedRow = { readonly from: FaultyRow; readonly texts: Texts }
type Texts = Omit<FaultyRow, 'row' | 'faultArray'>

const textsOf = ({ name, phone, companyName, creditCode, email, remark }: Texts): Texts => ({
  name,
  phone,
  companyName,
  creditCode,
  email,
  remark,
})

/** A faulty row before anything was mended. */
export const startMending = (from: FaultyRow): MendedRow => ({ from, texts: textsOf(from) })

/** Whether the person has written something else into a row. */
export const isTouched = ({ from, texts }: MendedRow): boolean =>
  (Object.keys(texts) as ContactField[]).some((field) => texts[field] !== from[field])

/**
 * What is wrong with a row as it stands: at first what the server said, then what the rules say of what was written; a
 * double stays one until what makes it the same is written anew.
 */
export function faultsNow(row: MendedRow): { field: string; message: string }[] {
  if (!isTouched(row)) return row.from.faultArray
  const { faults: faultArray } = checkContact(withType(row.texts))
  if (faultArray.length > 0) return faultArray
  const before = checkContact(withType(textsOf(row.from)))
  const isSame = contactKey(before.contact) === contactKey(checkContact(withType(row.texts)).contact)
  return isSame && before.faults.length === 0 ? row.from.faultArray : []
}

/** The rows that were mended as far as the rules can say, as the server takes them. */
export const mendsOf = (rows: readonly MendedRow[]): ({ row: number } & Texts)[] =>
  rows.filter((row) => faultsNow(row).length === 0).map(({ from, texts }) => ({ row: from.row, ...texts }))
