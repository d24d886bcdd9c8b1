import type { FaultyRow } from '@moqi/api/contact'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'

/** Saves the workbook to fill in, or one of the rows that were faulty. */
export async function downloadTemplate(faultArray: readonly FaultyRow[] = []) {
  try {
    const blob = await callBlob('contactTemplate', { faultArray: [...faultArray] })
    saveBlob(blob, faultArray.length === 0 ? '通讯录导入模板.xlsx' : '通讯录有误的行.xlsx')
  } catch (fault) {
    showRefusal(fault)
  }
}
