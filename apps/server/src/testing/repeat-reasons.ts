import type { Table } from '@moqi/api/table'

const setsState = 'sets a state, keeping its answer in the same transaction; again, the state is the same'
const byCode = 'spends a code in its transaction, and a code works once'
const stale = 'names the version it was read at: again, that is stale'

/** Why ten repeats at once would prove nothing more of a call that changes something. */
export const repeatReasons = {
  emailCode: 'answers a wait and sends at most one code a minute, whatever the key',
  bindEmail: byCode,
  changePhone: byCode,
  perfectInfo: byCode,
  setPin: byCode,
  closeAccount: byCode,
  leaveMail: setsState,
  finishReading: 'is written once for each party',
  replyInviteUser: setsState,
  answerTransfer: setsState,
  leaveCompany: 'ends the membership it is asked with',
  resendInvite: 'sends at most one message a minute, whatever the key',
  makeInviteLink: setsState,
  withdrawInviteLink: setsState,
  updateMember: setsState,
  updateMemberStatus: setsState,
  removeMember: setsState,
  requestTransfer: byCode,
  cancelTransfer: setsState,
  importContacts: 'is sent as a file; repeated in the tests of the import',
  mergeContacts: 'deletes what it merges with versions named: again, they are stale',
  saveTemplate: stale,
  saveTemplateLocation: stale,
  setTemplateState: setsState,
  deleteTemplate: 'deletes what it names: again, there is none',
  startBatch: 'is sent as a file; repeated in the tests of templates',
  retryBatch: 'queues the rows that failed, each of which is sent at most once',
} as const satisfies Partial<Record<keyof Table, string>>
