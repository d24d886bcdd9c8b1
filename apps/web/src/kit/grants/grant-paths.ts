import type { SealGrant } from '@moqi/api/seal-grant'

/** The list of who may use the company's seals. */
export const grantsPath = '/company-space/admin-authorize'

/** The list of what is signed automatically. */
export const autoGrantsPath = `${grantsPath}?manner=auto`

/** The list of what members have asked to be let use. */
export const requestsPath = `${grantsPath}?manner=asked`

/** Where automatic signing is authorised, anew or as another one was. */
export const makeAutoGrantPath = (about: Pick<SealGrant, 'grantId'> | null = null) =>
  `${grantsPath}/make?${new URLSearchParams({ manner: 'auto', ...(about && { grantId: about.grantId }) })}`

/** The signing records of the space that name a letter. */
export const grantRecordsPath = (letterNo: string) =>
  `/space/signatures-list?${new URLSearchParams({ keyword: letterNo })}`

/** The grants of one seal. */
export const sealGrantsPath = (sealId: string) => `${grantsPath}?${new URLSearchParams({ sealId })}`

/** Where a grant is made: of one seal, as another one was, or as it was asked for. */
export const makeGrantPath = (
  about: { sealId: string } | Pick<SealGrant, 'grantId'> | { requestId: string } | null = null,
) => (about === null ? `${grantsPath}/make` : `${grantsPath}/make?${new URLSearchParams({ ...about })}`)
