import { hash } from 'node:crypto'
import type { contact } from '@moqi/api/contact'
import { contactLimits } from '@moqi/domain/contacts/contact-rules'
import { contactColumns } from '@moqi/domain/contacts/contact-sheet'
import type { Handler } from '#src/platform/handlers.ts'
import { writeWorkbook } from '#src/platform/spreadsheet/write-workbook.ts'

const widths = [16, 18, 36, 26, 30, 40]
const headings = contactColumns.map(({ names: [heading = ''], required }) => (required ? `${heading}*` : heading))

const guide = {
  name: '填写说明',
  widths: [24, 90],
  rows: [
    ['列', '怎样填写'],
    ['姓名*', '必填，与证件一致。企业联系人填经办人的姓名'],
    ['手机号*', '必填，11位中国大陆手机号'],
    ['企业名称', '填写后即为企业联系人，与营业执照一致；不填为个人联系人'],
    ['统一社会信用代码', '选填，18位，仅用于企业联系人'],
    ['邮箱', '选填'],
    ['备注', `选填，不超过${contactLimits.remark}个字`],
    ['行数', `单次最多${contactLimits.importRows}行，文件不超过5MB，保存为 .xlsx 格式`],
    ['公式', '请填写文字，不要使用公式'],
  ],
}

/** The workbook to fill in, or one of the rows that were faulty with what is wrong with each. */
export const contactTemplate: Handler<typeof contact.contactTemplate> = async (_deps, _member, { faultArray }) => {
  const rows = faultArray.map((row) => [
    ...contactColumns.map(({ field }) => row[field]),
    row.faultArray.map(({ message }) => message).join('；'),
  ])
  const isEmpty = rows.length === 0
  const sheet = {
    name: '联系人',
    widths: isEmpty ? widths : [...widths, 40],
    rows: [isEmpty ? headings : [...headings, '问题'], ...rows],
  }
  const bytes = writeWorkbook([sheet, guide])
  return {
    bytes,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    etag: hash('sha256', bytes),
    fileName: isEmpty ? '通讯录导入模板.xlsx' : '通讯录有误的行.xlsx',
  }
}
