/**
 * The documents one agrees to when signing up: where the documentation centre has each, and the version now in force,
 * which is the day it was published. A changed text gets a new version here and in its article, or the tests fail.
 */
export const agreementVersions = [
  { document: 'userAgreement', columnId: 'userAgreement', title: '用户服务协议', version: '2026-11-01' },
  { document: 'privacyPolicy', columnId: 'privacyPolicy', title: '隐私政策', version: '2026-11-29' },
  {
    document: 'certificateAgreement',
    columnId: 'certificateAgreement',
    title: '数字证书服务协议',
    version: '2026-11-01',
  },
] as const

/** What one agrees to with each signature. */
export const signatureAgreement = {
  document: 'signatureAgreement',
  columnId: 'signatureAgreement',
  title: '电子签名使用协议',
  version: '2026-11-01',
} as const

/** What one agrees to before being real-named, apart from all else: each has a box of its own, never ticked before. */
export const identityConsents = [
  { document: 'identityNotice', columnId: 'identityNotice', title: '身份信息处理告知', version: '2026-11-28' },
  { document: 'certificateNotice', columnId: 'certificateNotice', title: '数字证书申请告知', version: '2026-11-24' },
] as const

/** What one agrees to on the phone before a face is looked at, apart from all else and each time anew. */
export const faceConsent = {
  document: 'faceNotice',
  columnId: 'faceNotice',
  title: '人脸信息处理告知',
  version: '2026-11-28',
} as const

/** The same of whoever has the papers looked at by somebody. */
export const reviewConsents = [
  { document: 'paperNotice', columnId: 'paperNotice', title: '证件影像处理告知', version: '2026-11-24' },
  identityConsents[1],
] as const
