/** The list of the company's seals. */
export const sealsPath = '/company-space/admin-signatures'
/** Where one is made. */
export const makePath = '/company-space/admin-signatures/make'
/** Where another picture is given for one that was refused, or one that has ended is made anew. */
export const makeAgainPath = (sealId: string) => `${makePath}?${new URLSearchParams({ sealId })}`
/** One of them. */
export const sealPath = (sealId: string) => `/company-space/admin-signatures/seal?${new URLSearchParams({ sealId })}`
