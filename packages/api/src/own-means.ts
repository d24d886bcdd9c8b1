import type { Table } from './table.ts'

/**
 * What belongs to the account itself, and not to a company: how it signs in, who its person is, what it joins. Asked
 * alone in a session that the person's own means have opened; who runs a company's identity provider could otherwise
 * make itself at home in the account (ADR 0052).
 */
export const ownMeansCalls: ReadonlySet<string> = new Set([
  'addKey',
  'answerTransfer',
  'bindEmail',
  'bindKey',
  'changePassword',
  'changePersonInfo',
  'changePhone',
  'closeAccount',
  'createAutoLoginToken',
  'disputeSignature',
  'emailCode',
  'endOtherSessions',
  'endSession',
  'exportAccount',
  'forgetDevice',
  'getKeyOptions',
  'getNewPhoneCode',
  'leaveToLink',
  'linkProvider',
  'openNetworks',
  'openTicket',
  'perfectInfo',
  'removeKey',
  'renameKey',
  'replyInviteUser',
  'requireKey',
  'saveNoticeSetting',
  'setPin',
  'submitCompanyAuth',
  'submitPersonAuth',
  'submitPersonReview',
  'takeSignCode',
  'unbindKey',
  'uploadPaperPicture',
  'withdrawPersonReview',
] satisfies (keyof Table)[])
