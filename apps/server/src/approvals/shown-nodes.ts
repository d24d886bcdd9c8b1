import type { ProcessNode } from '@moqi/api/flow'
import type { KeptSeat } from '#src/cores/approval/application.ts'

/** The seats of an application by their nodes, as applicants and approvers see them. */
export const shownNodes = (seats: readonly KeptSeat[]): ProcessNode[] =>
  [...Map.groupBy(seats, ({ nodeNo }) => nodeNo)].map(([nodeNo, node]) => ({
    nodeNo,
    nodeMode: node[0]?.mode ?? 'any',
    approverArray: node.map(({ name, state, decidedAt, opinion, delegatedFrom }) => ({
      nickName: name,
      approveStatus: state,
      approveTime: decidedAt,
      opinion,
      delegatedFrom,
    })),
  }))
