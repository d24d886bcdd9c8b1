import { categories, type Category, type Counter, counters } from '@moqi/domain/contract/categories'
import { type ContractKind, contractLifecycle, type ContractState } from '@moqi/domain/contract/contract-lifecycle'
import { type Operation, operations, type RowStatus, rowStatuses } from '@moqi/domain/contract/row-policy'
import { type RowTag, rowTagLabels } from '@moqi/domain/labels/status-labels'
import { keysOf } from '@moqi/domain/keys-of'

// What the domain calls void has three other names on the wire (checklist S5, S8, S17).
type Status = RowStatus | ContractState | Counter
type WireStatus<S extends Status> = S extends 'voided' ? 'cancel' : S
type StatusOf<S extends string> = S extends 'cancel' ? 'voided' : S
type WireOperation<O extends Operation> = O extends 'viewVoid' ? 'viewRelieve' : O

/** A row status, stored state or category as it travels. */
export function wireStatus<S extends Status>(status: S): WireStatus<S>
export function wireStatus(status: Status): string {
  return status === 'voided' ? 'cancel' : status
}

/** The row status, stored state or category of a name on the wire; a text that is none stays as it is. */
export function statusOf<S extends string>(name: S): StatusOf<S>
export function statusOf(name: string): string {
  return name === 'cancel' ? 'voided' : name
}

/** The category of a name on the wire, if it is one. */
export const categoryOf = (name: string): Category | undefined => categories.find((one) => wireStatus(one) === name)

/** Every row status as it travels. */
export const wireRowStatuses = rowStatuses.map((status) => wireStatus(status))
/** A row status as it travels. */
export type WireRowStatus = WireStatus<RowStatus>

/** Every stored state as it travels. */
export const wireStates = contractLifecycle.states.map((state) => wireStatus(state))

/** Every counter as it travels. */
export const wireCounters = counters.map((counter) => wireStatus(counter))

/** A contract's kind as it travels. */
export const wireKind = (kind: ContractKind): 'normal' | 'relieve' => (kind === 'void' ? 'relieve' : 'normal')

/** The kinds of contracts that a name on the wire is for. */
export const kindsOf = (name: 'normal' | 'relieve'): readonly ContractKind[] =>
  name === 'relieve' ? ['void'] : ['normal', 'grant', 'companyAuth']

/** An operation as it travels. */
export function wireOperation<O extends Operation>(operation: O): WireOperation<O>
export function wireOperation(operation: Operation): string {
  return operation === 'viewVoid' ? 'viewRelieve' : operation
}

/** Every operation as it travels. */
export const wireOperations = operations.map((operation) => wireOperation(operation))

type WireTag = Exclude<RowTag, 'voiding'> | 'relieving'

/** A row's tag as it travels. */
export const wireTag = (tag: RowTag): WireTag => (tag === 'voiding' ? 'relieving' : tag)

/** Every tag of a row as it travels. */
export const wireTags = keysOf(rowTagLabels).map(wireTag)

/** A row's tag by its name on the wire. */
export const tagOf = (name: WireTag): RowTag => (name === 'relieving' ? 'voiding' : name)
