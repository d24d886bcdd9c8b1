import type { GatewayName } from '@moqi/domain/operators/gateways'

/** Remembers what gateways have answered, of all nodes together. */
export type GatewayTally = {
  /** One question: null for an answer, else why there was none, for an operator. */
  note: (gateway: GatewayName, fault: string | null) => void
  /** Keeps what was noted; as it does by itself every few seconds. */
  keep: () => Promise<void>
  close: () => Promise<void>
}
