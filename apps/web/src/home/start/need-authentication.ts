import type { Space } from '../../client/space-store.ts'
import { ask, type Question } from '../../ui/ask-store.ts'

/**
 * The question for a space whose tile waits for authentication; confirming leads to it, unless nothing is to be done.
 */
export function authenticationQuestion(status: Space['spaceStatus'], reason: string | null): Question {
  if (status === 'rejectPersonAuth' || status === 'rejectCompanyAuth')
    return {
      title: '认证未通过',
      text: '认证失败原因',
      ...(reason && { reason }),
      confirm: '重新认证',
      cancel: '知道了',
    }
  if (status === 'inPersonAuth' || status === 'inCompanyAuth')
    return { title: '提示', text: '实名认证正在审核中，通过后即可使用', confirm: '知道了' }
  return { title: '提示', text: '您需要完成实名认证', confirm: '去实名认证', cancel: '取消' }
}

/** Asks it; true when the person wants to go and authenticate (checklist X15, X20). */
export async function wantsToAuthenticate(status: Space['spaceStatus'], reason: string | null): Promise<boolean> {
  const question = authenticationQuestion(status, reason)
  return (await ask(question)) && question.cancel !== undefined
}
