import type { WillDemand } from '@moqi/domain/contract/will-demand'
import type { WillAsked } from '../shapes.ts'

/** How a will must be proved, as the wire has it. */
export const willAsked = ({ kind, doubledBy }: WillDemand): WillAsked => ({ willAuthType: kind, doubledBy })
