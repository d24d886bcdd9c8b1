import type { FaultyRow } from '@moqi/api/contact'
import { checkContact, contactKey } from '@moqi/domain/contacts/contact-rules'
import { withType } from '@moqi/domain/contacts/contact-sheet'
import { keysOf } from '@moqi/domain/keys-of'

/** A faulty row as the person is correcting it: what the server said of it, and what stands in it now. */
export type CorrectedRow = { readonly from: FaultyRow; readonly texts: Texts }
type Texts = Omit<FaultyRow, 'row' | 'faultArray'>

const textsOf = ({ name, phone, companyName, creditCode, email, remark }: Texts): Texts => ({
  name,
  phone,
  companyName,
  creditCode,
  email,
  remark,
})

/** A faulty row before anything was corrected. */
export const startCorrecting = (from: FaultyRow): CorrectedRow => ({ from, texts: textsOf(from) })

/** Whether the person has written something else into a row. */
export const isTouched = ({ from, texts }: CorrectedRow): boolean =>
  keysOf(texts).some((field) => texts[field] !== from[field])

/**
 * What is wrong with a row as it stands: at first what the server said, then what the rules say of what was written; a
 * double stays one until what makes it the same is written anew.
 */
export function faultsNow(row: CorrectedRow): { field: string; message: string }[] {
  if (!isTouched(row)) return row.from.faultArray
  const { faults: faultArray } = checkContact(withType(row.texts))
  if (faultArray.length > 0) return faultArray
  const before = checkContact(withType(textsOf(row.from)))
  const isSame = contactKey(before.contact) === contactKey(checkContact(withType(row.texts)).contact)
  return isSame && before.faults.length === 0 ? row.from.faultArray : []
}

/** The rows that were corrected as far as the rules can say, as the server takes them. */
export const correctionsOf = (rows: readonly CorrectedRow[]): ({ row: number } & Texts)[] =>
  rows.filter((row) => faultsNow(row).length === 0).map(({ from, texts }) => ({ row: from.row, ...texts }))
