/** The documents one agrees to: where the documentation centre has each, and the version now in force. */
export const agreementVersions = [
  { document: 'userAgreement', columnId: 'userAgreement', title: '用户服务协议', version: '2026-11-01' },
  { document: 'privacyPolicy', columnId: 'privacyPolicy', title: '隐私政策', version: '2026-11-01' },
  {
    document: 'certificateAgreement',
    columnId: 'certificateAgreement',
    title: '数字证书服务协议',
    version: '2026-11-01',
  },
] as const
