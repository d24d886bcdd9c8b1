import type { FaultyMemberRow } from '@moqi/api/member-import'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { checkMember, memberColumns, type MemberField, memberImportLimits } from '@moqi/domain/spaces/member-sheet'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { upload } from '../../client/upload.ts'
import { Note } from '../../kit/console/panel.tsx'
import type { RowRules } from '../../kit/spreadsheet/correcting.ts'
import { RowImportSheet } from '../../kit/spreadsheet/row-import-sheet.tsx'

const rules: RowRules<MemberField> = {
  columns: memberColumns,
  textsOf: ({ memberName, phone, department, role }) => ({ memberName, phone, department, role }),
  withText: (texts, field, text) => ({ ...texts, [field]: text }),
  judge: (texts) => {
    const { member, faults } = checkMember(texts)
    return { faults, key: member.phone }
  },
}

type ImportSheetProps = { onSaved: () => void; onClose: () => void }

/** Invites people out of a spreadsheet; what it will do beside inviting is said before. */
export const ImportSheet = ({ onSaved, onClose }: ImportSheetProps) => (
  <RowImportSheet
    title="批量导入成员"
    lead="先下载模板，按表头填写。导入后逐人发出邀请短信，对方同意后加入。"
    limits={memberImportLimits}
    rules={rules}
    inColumns={['memberName', 'phone', 'department']}
    send={(file, fields, sending) => upload('importMembers', file, fields, sending)}
    onSaved={onSaved}
    onTemplate={(rows) => void downloadTemplate(rows)}
    savedWords={(saved) => `已邀请${saved}人`}
    before={whatElse}
    onClose={onClose}
  />
)

/** Departments that will be made, and who will be passed over. */
function whatElse({ newDepartmentArray, thereArray }: Output<Table['importMembers']>) {
  if (newDepartmentArray.length === 0 && thereArray.length === 0) return null
  return (
    <div className="cm-before">
      {newDepartmentArray.length > 0 && (
        <Note tone="blue" title={`将新建${newDepartmentArray.length}个部门`}>
          {newDepartmentArray.join('、')}
        </Note>
      )}
      {thereArray.length > 0 && (
        <Note tone="green" title={`${thereArray.length}人已在企业中或已邀请，将跳过`}>
          {namesOf(thereArray)}
        </Note>
      )}
    </div>
  )
}

const namesOf = (there: readonly { memberName: string }[]) =>
  there
    .slice(0, 10)
    .map(({ memberName }) => memberName)
    .join('、') + (there.length > 10 ? '等' : '')

async function downloadTemplate(faultArray: FaultyMemberRow[]) {
  try {
    const blob = await callBlob('memberTemplate', { faultArray })
    saveBlob(blob, faultArray.length === 0 ? '成员导入模板.xlsx' : '成员有误的行.xlsx')
  } catch (fault) {
    showRefusal(fault)
  }
}
