import type { SignDetail } from '@moqi/api/task'

/** How far the contract has come, in a sentence. */
export function howFar({ taskStatus, signerArray }: Pick<SignDetail, 'taskStatus' | 'signerArray'>): string {
  const open = signerArray.filter(({ signerStatus }) => signerStatus !== 'signed').length
  if (taskStatus === 'finish') return `全部 ${signerArray.length} 方已签署，签署完成`
  return open === 0 ? '各方均已签署，正在核对文件' : `还有 ${open} 方未签署，全部完成后会通知您`
}
