/** What has happened to papers that somebody of the platform looks at, as their holder reads it. */
export const reviewLogVerbs = {
  submit: '提交审核',
  look: '平台查看',
  first: '初审通过',
  pass: '审核通过',
  refuse: '审核不通过',
  withdraw: '本人撤回',
} as const
/** A key of `reviewLogVerbs`. */
export type ReviewLogVerb = keyof typeof reviewLogVerbs
