import type { SealGrant } from '@moqi/api/seal-grant'

/** The list of who may use the company's seals. */
export const grantsPath = '/company-space/admin-authorize'

/** The grants of one seal. */
export const sealGrantsPath = (sealId: string) => `${grantsPath}?${new URLSearchParams({ sealId })}`

/** Where a grant is made: of one seal, or as another one was. */
export const makeGrantPath = (about: { sealId: string } | Pick<SealGrant, 'grantId'> | null = null) =>
  about === null ? `${grantsPath}/make` : `${grantsPath}/make?${new URLSearchParams({ ...about })}`
