import { draftLimits, filesTooLarge } from '@moqi/domain/contract/draft-rules'

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
