/** What an operator's own log says has happened. */
export const operatorVerbs = {
  enrol: '启用账号',
  signIn: '登录',
  signInFailed: '登录失败',
  useRecoveryCode: '使用恢复码登录',
  signOut: '退出登录',
} as const
/** A key of `operatorVerbs`. */
export type OperatorVerb = keyof typeof operatorVerbs
