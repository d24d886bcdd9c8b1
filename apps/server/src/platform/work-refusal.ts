import { Refusal } from '@moqi/domain/refusal'
import { PageImageRefusal } from '@moqi/pdf/page-image/render-page'
import { TextSearchRefusal } from '@moqi/pdf/text-search/find-text'
import { WorkerFailure } from '@moqi/pdf/workers/bounded-workers'
import type { WorkbookFaultReason } from './spreadsheet/read-workbook.ts'

/** The refusal of a workbook that cannot be read. */
export function workbookRefusal(reason: WorkbookFaultReason): Refusal {
  if (reason === 'damaged') return new Refusal('file/damaged')
  if (reason === 'too-complex') {
    return new Refusal('file/too-complex', { message: '表格内容过多，请只保留需要的行后重新上传' })
  }
  const message =
    reason === 'old'
      ? '不支持旧版 .xls 或加密的表格，请另存为不加密的 .xlsx 后重新上传'
      : '仅支持 .xlsx 格式的表格，请下载模板填写'
  return new Refusal('file/type', { message })
}

/**
 * Throws what a client is told when its work was not done. Only what the file itself used up is the file's fault; a
 * client that has gone is told nothing.
 */
export function asRefusal(error: unknown): never {
  if (error instanceof TextSearchRefusal) throw new Refusal('file/too-complex', {}, { cause: error })
  if (error instanceof PageImageRefusal) {
    throw new Refusal(error.reason === 'no-such-page' ? 'file/not-found' : 'file/too-complex', {}, { cause: error })
  }
  if (!(error instanceof WorkerFailure) || error.reason === 'closed' || error.reason === 'dropped') throw error
  if (error.reason === 'starved') throw busy('系统繁忙，请稍后再试', error)
  if (error.reason === 'busy') throw busy('正在处理的文件较多，请稍后再试', error)
  throw new Refusal('file/too-complex', {}, { cause: error })
}

const busy = (message: string, cause: Error) => new Refusal('request/too-often', { retryAfter: 5, message }, { cause })
