import type { membership } from '@moqi/api/membership'
import { justReads, plain, setsState, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/membership.ts`. */
export const membershipRows: CallRows<typeof membership> = {
  replyInviteUser: {
    inputs: ({ companyId }) => [{ companyId, replyFlag: 'agree' }],
    refused: 'invitation/not-found',
    colleagueMay: true,
    again: setsState,
  },
  getInviteInfo: {
    inputs: ({ companyId }) => [{ companyId }, { inviteCode: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    again: 'makes a link one’s own invitation: again, it is there',
  },
  listInvite: justReads,
  answerTransfer: { inputs: ({ transferId }) => [{ transferId, replyFlag: 'disagree' }], again: setsState },
  colleagueList: justReads,
  getLeaveInfo: justReads,
  leaveCompany: { ...plain, again: 'ends the membership it is asked with' },
}
