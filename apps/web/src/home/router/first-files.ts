import { sharedLoad } from '../../router/shared-load.ts'
import { loadOpenSign } from './load-open-sign.ts'

/** Loads what every page of the workspace stands in. */
export const loadFrame = sharedLoad(() => import('../../kit/frame/page-frame.tsx'))
/** Loads the list of contracts. */
export const loadContractList = sharedLoad(() => import('../contract-list/contract-list-page.tsx'))
/** Loads the page of one contract. */
export const loadTempInfo = sharedLoad(() => import('../contract-detail/temp-info-page.tsx'))
/** Loads the page a contract is signed on. */
export const loadSigning = sharedLoad(() => import('../signing/signing-page.tsx'))

const contractPages: Record<string, readonly (() => Promise<unknown>)[]> = {
  '/home/space/contract-list': [loadFrame, loadContractList],
  '/home/temp-info': [loadFrame, loadTempInfo],
  '/home/signing': [loadSigning],
  '/home/open-sign': [loadOpenSign],
}

/** Asks for the files of such a page together with the application's, which would only then find that it needs them. */
export function fetchFirstFiles(pathname: string) {
  // What does not come is asked for again by the router, and told there.
  for (const load of contractPages[pathname] ?? []) load().catch(() => undefined)
}
