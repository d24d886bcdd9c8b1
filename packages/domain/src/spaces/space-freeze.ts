/** What a member of a frozen space reads who would launch or sign: why, what still works, whom to write to. */
export const frozenText = (reason: string): string =>
  `本空间已被平台冻结，暂时不能发起和签署，已有合同仍可查看和下载。原因：${reason}。如有异议请联系客服`
