import { lookAtStates } from './support/states/look-at-states.ts'
import { stateShares } from './support/states/page-states.ts'

/** Home, lists and templates, a contract's own page and signing. */

lookAtStates(stateShares.contracts)
