import type { Input, Output } from '@moqi/api/call'
import type { contact } from '@moqi/api/contact'
import { type ContactFields, contactKey, contactLimits, contactTypes } from '@moqi/domain/contacts/contact-rules'
import { findContactRows, judgeRows, withType, type WrittenRow } from '@moqi/domain/contacts/contact-sheet'
import { Refusal } from '@moqi/domain/refusal'
import type { Upload } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { contactsOf, countContacts, lockAddressBook, newContact, type Owner } from './contact-store.ts'

type Import = typeof contact.importContacts
type Needed = Pick<Deps, 'db' | 'now' | 'newId' | 'workshop'>
type Judged = ReturnType<typeof judgeRows>

const { importRows, importBytes } = contactLimits
/** Some rows more than are taken, so that headings and a title fit, and too many are known as such. */
const bounds = { sheets: 10, rows: importRows + 20, columns: 40, cellLength: 600 }
const rowsAtOnce = 500

/**
 * Takes contacts from a spreadsheet. Every row is judged first; `check` leaves it at that, `save` takes all rows
 * without fault in one transaction and answers the others.
 */
export async function importContacts(
  deps: Needed,
  member: Member,
  { file, mode, mendArray }: Input<Import> & { file: Upload },
): Promise<Output<Import>> {
  const rows = mended(await readRows(deps, file), mendArray)
  if (mode === 'check') {
    const judged = await deps.db.read(member.tenantId, (db) => judge(db, member, rows))
    return answerOf(rows, judged, 0)
  }
  return deps.db.write(member.tenantId, async (tx) => {
    // Before anything is judged: what is there now stays so until the end.
    await lockAddressBook(tx, member)
    const judged = await judge(tx, member, rows)
    await addContacts(deps, tx, member, judged.good)
    return keepAnswer(tx, deps, member, answerOf(rows, judged, judged.good.length))
  })
}

async function readRows({ workshop }: Pick<Deps, 'workshop'>, upload: Upload): Promise<WrittenRow[]> {
  if (upload.size > importBytes) throw new Refusal('file/too-large', { megabytes: importBytes / 1024 / 1024 })
  const rows = findContactRows(await workshop.readWorkbook(upload, bounds))
  if (rows === null) throw faultyFile('没有找到“姓名”“手机号”两列，请下载模板，按模板的表头填写')
  if (rows.length === 0) throw faultyFile('表格中没有联系人，请填写后重新上传')
  if (rows.length > importRows) throw faultyFile(`单次最多导入${importRows}行，请拆分后分次导入`)
  return rows
}

const faultyFile = (message: string) => new Refusal('field/invalid', { field: 'file', message })

/**
 * The file's rows with those in their place that were mended since; a mend of no row of the file counts for nothing.
 */
function mended(rows: readonly WrittenRow[], mends: Input<Import>['mendArray']): WrittenRow[] {
  const byRow = new Map(mends.map(({ row, ...fields }) => [row, withType(fields)]))
  return rows.map((written) => {
    const fields = byRow.get(written.row)
    return fields ? { row: written.row, fields, formulas: [] } : written
  })
}

async function judge(db: Db, owner: Owner, rows: readonly WrittenRow[]): Promise<Judged> {
  const phones = new Set(judgeRows(rows, () => false).good.map(({ phone }) => phone))
  const found =
    phones.size === 0
      ? []
      : await contactsOf(db, owner)
          .where('phone', 'in', [...phones])
          .select(['contact_type', 'phone', 'name', 'company_name'])
          .execute()
  const keys = new Set(
    found.map((row) =>
      contactKey({ contactType: row.contact_type, phone: row.phone, name: row.name, companyName: row.company_name }),
    ),
  )
  return judgeRows(rows, (key) => keys.has(key))
}

/** The first row of the file comes first in the list, where later ids stand before earlier ones. */
async function addContacts(deps: Needed, tx: Db, owner: Owner, contacts: readonly ContactFields[]): Promise<void> {
  for (const type of contactTypes) {
    await countContacts(tx, owner, type, contacts.filter(({ contactType }) => contactType === type).length)
  }
  const ids = contacts.map(() => deps.newId()).toSorted()
  const newId = () => ids.pop() ?? deps.newId()
  const rows = contacts.map((one) => newContact({ ...deps, newId }, owner, one))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx
      .insertInto('contact')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
  }
}

const answerOf = (rows: readonly WrittenRow[], { good, bad }: Judged, savedNumber: number): Output<Import> => ({
  total: rows.length,
  goodNumber: good.length,
  savedNumber,
  faultArray: bad.map(({ row, fields: { contactType: _type, ...texts }, faults }) => ({
    row,
    ...texts,
    faultArray: faults,
  })),
})
