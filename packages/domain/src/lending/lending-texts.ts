/** What a signature waits for while a contract is flagged and its signer has not said to know of it. */
export const unknownFlagsText = '该合同有风险提示，请先阅读并确认已知悉'

/** What the parties of a contract read that the platform has frozen. */
export const contractFrozenText = (reason: string): string =>
  `该合同已被平台冻结，暂时不能签署，仍可查看和下载。原因：${reason}。如有异议请联系客服`
