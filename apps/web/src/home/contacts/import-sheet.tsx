import { contactLimits } from '@moqi/domain/contacts/contact-rules'
import { upload } from '../../client/upload.ts'
import { refreshContacts } from '../../kit/contacts/contact-keys.ts'
import { RowImportSheet } from '../../kit/spreadsheet/row-import-sheet.tsx'
import { downloadTemplate } from './download-template.ts'
import { contactRules } from './import-rows.ts'

/** Takes contacts from a spreadsheet: choose, see what is wrong row by row, correct, take. */
export const ImportSheet = ({ onClose }: { onClose: () => void }) => (
  <RowImportSheet
    title="批量导入"
    lead="先下载模板，按表头填写；填写企业名称的行即为企业联系人。"
    limits={{ bytes: contactLimits.importBytes, rows: contactLimits.importRows }}
    rules={contactRules}
    inColumns={['name', 'phone', 'companyName']}
    send={(file, fields, sending) => upload('importContacts', file, fields, sending)}
    onSaved={() => void refreshContacts()}
    onTemplate={(rows) => void downloadTemplate(rows)}
    savedWords={(saved) => `已导入${saved}位联系人`}
    onClose={onClose}
  />
)
