import { lookAtStates } from './support/states/look-at-states.ts'
import { stateShares } from './support/states/page-states.ts'

/** One's own account, company and seals, proofs of who one is, and what hangs below every page's head. */

lookAtStates(stateShares.account)
