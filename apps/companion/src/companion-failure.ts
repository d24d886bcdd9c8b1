/** What a page is told when something is not done: a word for programs, and a sentence for whoever reads it. */
export const failures = {
  'not-paired': [401, '请先与密钥助手配对'],
  'pair-wrong': [422, '配对码不正确或已失效，请核对密钥助手窗口中显示的6位数字'],
  'too-often': [429, '操作过于频繁，请稍后再试'],
  'not-asked-so': [400, '密钥助手不认识这个请求，请更新密钥助手后重试'],
  'other-origin': [403, '该请求不是为当前网站发出的，已拒绝'],
  'no-token': [404, '未检测到USBKey，请插入后重试'],
  'no-certificate': [404, 'USBKey中没有这张证书，请插入对应的USBKey后重试'],
  'no-mechanism': [422, '该USBKey不能以标准接口使用SM2，请用RSA或P-256证书，或按说明配置厂商的SM2机制'],
  busy: [409, '密钥助手正在等待输入PIN码，请先完成或取消'],
  cancelled: [499, '已取消，没有签名'],
  'timed-out': [408, '输入PIN码已超时，没有签名，请重试'],
  'pin-spent': [422, 'PIN码多次错误，没有签名。请核对PIN码后重新操作，以免USBKey锁定'],
  'pin-locked': [423, 'USBKey的PIN码已锁定，请到发证机构解锁'],
  'token-failed': [502, 'USBKey没有响应，请重新插入后重试'],
} as const satisfies Record<string, readonly [status: number, text: string]>
/** A reason why something is not done: a key of `failures`. */
export type FailureReason = keyof typeof failures

/** Something that is not done, for one of the reasons there are. */
export class CompanionFailure extends Error {
  override name = 'CompanionFailure'
  readonly reason: FailureReason

  constructor(reason: FailureReason, options?: ErrorOptions) {
    super(failures[reason][1], options)
    this.reason = reason
  }
}
