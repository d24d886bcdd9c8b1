/**
 * By what a company is authenticated: an amount sent to its account, one that it pays from its own, a letter that its
 * legal representative signs, or papers that somebody of the platform looks at.
 */
export const companyWays = ['payment', 'reverse', 'letter', 'manualReview'] as const
/** One of them. */
export type CompanyWay = (typeof companyWays)[number]

/** What each is called. */
export const companyWayNames: Readonly<Record<CompanyWay, string>> = {
  payment: '对公打款',
  reverse: '反向打款',
  letter: '法定代表人授权书',
  manualReview: '人工审核',
}
