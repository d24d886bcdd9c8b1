import { sharedLoad } from '../../router/shared-load.ts'

/** Loads the page a link of a message leads to; alone here, so that the link's document brings nothing of others. */
export const loadOpenSign = sharedLoad(() => import('../open-sign/open-sign-page.tsx'))
