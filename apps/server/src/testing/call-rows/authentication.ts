import type { authentication } from '@moqi/api/authentication'
import { contract, ends, givesProof, justReads, plain, sendsCode, signsIn, type CallRows } from '../call-row.ts'

const phone = '13800000099'

/** Of the calls in `packages/api/src/authentication.ts`. */
export const authenticationRows: CallRows<typeof authentication> = {
  loginByAccount: { inputs: () => [{ userName: phone, password: 'no' }], again: signsIn },
  loginByVerificationCode: { inputs: () => [{ phone, smsCode: '000000' }], again: signsIn },
  logout: { ...plain, again: ends },
  captchaImage: { ...plain, again: 'gives a captcha that dies within minutes' },
  getCaptchaImage: { ...plain, again: 'gives a captcha that dies within minutes' },
  getVerificationCode: { inputs: () => [{ phone, captchaId: 'x', captchaCode: 'x' }], again: sendsCode },
  getUnlockCode: {
    inputs: () => [{ userName: phone, password: 'no', captchaId: 'x', captchaCode: 'x' }],
    again: sendsCode,
  },
  getSmsVerificationCode: {
    inputs: ({ signId }) => [{ scene: 'sign', signIds: [signId] }],
    refused: contract,
    again: sendsCode,
  },
  getAuthTokenBySmsVerificationCode: {
    inputs: ({ signId }) => [{ signIds: [signId], smsCode: '000000' }],
    refused: contract,
    again: givesProof,
  },
  getAuthTokenByPin: {
    inputs: ({ signId }) => [{ signIds: [signId], pin: '000000' }],
    refused: contract,
    again: 'counts wrong tries and gives a token that ends by itself',
  },
  getWillChallenge: {
    inputs: ({ signId }) => [{ signIds: [signId] }],
    refused: contract,
    again: givesProof,
  },
  getCertificateChallenge: {
    inputs: ({ signId }) => [{ signIds: [signId], id: '0'.repeat(64) }],
    refused: contract,
    again: givesProof,
  },
  getAuthTokenByCertificate: {
    inputs: ({ signId }) => [{ signIds: [signId], id: '0'.repeat(64), code: 'x', sign: 'AAAA' }],
    refused: contract,
    again: givesProof,
  },
  getAuthTokenByKey: {
    inputs: ({ signId }) => [{ signIds: [signId], id: 'AAAA', code: 'AAAA', sign: 'AAAA' }],
    refused: contract,
    again: givesProof,
  },
  inspectTokenExpired: justReads,
}
