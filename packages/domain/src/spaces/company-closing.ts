import { lifecycle, type StateOf } from '../lifecycle.ts'
import { dayMs } from '../time/civil-date.ts'
import type { Right } from './rights.ts'

/** The closing of a company, 注销企业: it can be taken back until its grace period is over. */
export const companyClosingLifecycle = lifecycle({
  refusal: 'closing/changed',
  initial: 'pending',
  table: {
    pending: { takeBack: 'takenBack', close: 'closed' },
    takenBack: {},
    closed: {},
  },
})
/** A state of a closing. */
export type CompanyClosingState = StateOf<typeof companyClosingLifecycle>

/** How long a closing can be taken back, ms. */
export const closingGraceMs = 30 * dayMs

/** What a role gives to nobody while the company closes: to launch, to buy, and all that makes a seal usable. */
const resting: readonly Right[] = ['launch', 'manageSeals', 'approveSealUse', 'manageFlows', 'buy']

/** What is left of a role's rights while the company closes: everything can be read, exported and taken back. */
export const rightsWhileClosing = (held: readonly Right[]): readonly Right[] =>
  held.filter((right) => !resting.includes(right))

/** What has to be settled before a closing begins: contracts under way and integrations that are let in. */
export const mayClose = (facts: { openContracts: number; integrations: number }): boolean =>
  facts.openContracts === 0 && facts.integrations === 0
