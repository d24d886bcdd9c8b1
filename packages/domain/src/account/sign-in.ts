/** The ways of signing in, as the owner of an account reads them. */
export const signInMethods = {
  account: '账号登录',
  code: '验证码登录',
  sms: '短信登录',
  token: '链接登录',
  register: '注册',
  key: '密钥登录',
  certificate: 'USBKey登录',
  recovery: '恢复码登录',
  visit: '应用内签署',
  provider: '企业统一登录',
} as const
/** A way to sign in: a key of `signInMethods`. */
export type SignInMethod = keyof typeof signInMethods

/** How a sign-in ended. */
export const signInResults = {
  success: '成功',
  wrongPassword: '密码错误',
  wrongCode: '验证码错误',
  locked: '已锁定',
  wrongKey: '密钥验证未通过',
  copiedKey: '密钥疑被复制',
  wrongRecoveryCode: '恢复码错误',
  wrongOwner: '账号主人核验未通过',
} as const
/** What became of an attempt to sign in: a key of `signInResults`. */
export type SignInResult = keyof typeof signInResults

/**
 * Whether a device is trusted from now on: who asks to be remembered says so, and a code has proved the phone or a key
 * its holder. A link opened on another device has proved nothing there, a recovery code that a key was lost, and a
 * page within another system's keeps nothing. A company's identity provider speaks for its company, not for the
 * browser.
 */
export const trustsDevice = (method: SignInMethod, remember: boolean): boolean =>
  !trustingNothing.has(method) && (remember || (method !== 'account' && method !== 'recovery'))

const trustingNothing: ReadonlySet<SignInMethod> = new Set(['token', 'visit', 'provider'])
