/** The steps of voiding a contract, in the words of its page. */
export const voidSteps = ['填写', '预览', '发送'] as const
