import { legalSealText } from './batch-sign.ts'

/** What the pre-sign check says to who may use none of the company's seals (domain 7.5). */
export const noSealRightText = '您没有该印章的使用权限，请提交用印审批'

/** Whether the pre-sign check says that a seal is there and not the viewer's to use: one may ask to be granted it. */
export const lacksGrant = (signBeforeCheckInfo: string): boolean =>
  signBeforeCheckInfo === noSealRightText || signBeforeCheckInfo === legalSealText
