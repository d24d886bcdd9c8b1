import { lookAtStates } from './support/states/look-at-states.ts'
import { stateShares } from './support/states/page-states.ts'

/** Signing in, the steps of launching a contract, and a party's way from its message to the deed. */

lookAtStates(stateShares.launching)
