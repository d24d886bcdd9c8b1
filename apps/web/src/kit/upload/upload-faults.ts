import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { filesTooLarge } from '@moqi/domain/contract/draft-rules'

const mebibyte = 1024 * 1024

/** Why a file is not even sent, or null: the rest is for the server to judge by the bytes. */
function faultBeforeSending(size: number): string | null {
  if (size > draftLimits.fileBytes) return `文件大小不能超过${draftLimits.fileBytes / mebibyte}MB`
  return size === 0 ? '文件已损坏或无法解析' : null
}

/** Why each of some new files is not sent, or null; `taken` bytes are in the contract already or on their way. */
export function uploadFaults(files: readonly { readonly size: number }[], taken: number): (string | null)[] {
  let sum = taken
  return files.map(({ size }) => {
    const fault = faultBeforeSending(size) ?? (sum + size > draftLimits.totalBytes ? filesTooLarge : null)
    if (fault === null) sum += size
    return fault
  })
}

const kinds: Readonly<Record<string, string>> = {
  pdf: 'PDF文件',
  doc: 'Word文档',
  docx: 'Word文档',
  jpg: '图片',
  jpeg: '图片',
  png: '图片',
}

/**
 * What is said of a file that the server refused, in words that fit the file: one named .pdf that is none is not told
 * that .pdf is taken, and one under a password has the field for it in its row.
 */
export function refusedFileText(name: string, { reason, message }: { reason: string | null; message: string }): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = kinds[ending]
  if (reason === 'file/type' && kind) return `文件名以 .${ending} 结尾，内容却不是${kind}，请用原软件重新导出后上传`
  return reason === 'file/encrypted' ? '文件已加密，请输入文件密码' : message
}
