import { hash } from 'node:crypto'
import type { memberImport } from '@moqi/api/member-import'
import { memberColumns, memberImportLimits } from '@moqi/domain/spaces/member-sheet'
import type { Handler } from '#src/platform/handlers.ts'
import { writeWorkbook } from '#src/platform/spreadsheet/write-workbook.ts'

const widths = [16, 18, 30, 20]
const headings = memberColumns.map(({ names: [heading = ''], required }) => (required ? `${heading}*` : heading))

const guide = {
  name: '填写说明',
  widths: [24, 90],
  rows: [
    ['列', '怎样填写'],
    ['姓名*', '必填，与证件一致'],
    ['手机号*', '必填，11位中国大陆手机号，邀请短信发到该手机'],
    ['部门', '选填，写部门的全称或路径，如“总部/销售部”；没有的部门会在导入时新建'],
    ['角色', '选填，写企业已有的角色名称；不填为经办人。管理员不能导入'],
    ['已在企业中的人', '已是成员或已邀请的手机号会跳过，不会重复邀请'],
    ['行数', `单次最多${memberImportLimits.rows}行，文件不超过5MB，保存为 .xlsx 格式`],
    ['公式', '请填写文字，不要使用公式'],
  ],
}

/** The workbook to fill in, or one of the rows that were faulty with what is wrong with each. */
export const memberTemplate: Handler<typeof memberImport.memberTemplate> = async (_deps, _member, { faultArray }) => {
  const rows = faultArray.map((row) => [
    ...memberColumns.map(({ field }) => row[field]),
    row.faultArray.map(({ message }) => message).join('；'),
  ])
  const isEmpty = rows.length === 0
  const sheet = {
    name: '成员',
    widths: isEmpty ? widths : [...widths, 40],
    rows: [isEmpty ? headings : [...headings, '问题'], ...rows],
  }
  const bytes = writeWorkbook([sheet, guide])
  return {
    bytes,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    etag: hash('sha256', bytes),
    fileName: isEmpty ? '成员导入模板.xlsx' : '成员有误的行.xlsx',
  }
}
