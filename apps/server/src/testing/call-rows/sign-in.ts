import type { signIn } from '@moqi/api/sign-in'
import { ends, justReads, plain, signsIn, type CallRows } from '../call-row.ts'

const phone = '13800000099'

/** Of the calls in `packages/api/src/sign-in.ts`. */
export const signInRows: CallRows<typeof signIn> = {
  loginForUserNameAndPhone: { inputs: () => [{ userName: 'xiaoming', phone, smsCode: '000000' }], again: signsIn },
  autoLoginByToken: { inputs: () => [{ token: 'x' }], again: signsIn },
  getAutoLoginAccount: { inputs: () => [{ token: 'x' }], again: 'only reads' },
  createAutoLoginToken: { ...plain, again: 'gives a token that works once and dies within minutes' },
  listSessions: justReads,
  endSession: { inputs: ({ sessionId }) => [{ sessionId }], refused: 'session/not-found', again: ends },
  endOtherSessions: { ...plain, again: ends },
  listDevices: justReads,
  forgetDevice: { inputs: ({ deviceId }) => [{ deviceId }], refused: 'device/not-found', again: ends },
  listSignIns: justReads,
}
