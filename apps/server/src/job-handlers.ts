import { claimEntries } from '#src/contracts/claim-entries.ts'
import { expireContract } from '#src/contracts/close-contract.ts'
import { makeFirstSeal } from '#src/seals/make-first-seal.ts'
import { verifyFinished } from '#src/signing/verify-finished.ts'
import { sendSms } from '#src/platform/messages/send-sms.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobHandlers } from '#src/platform/jobs/jobs.ts'
import { sweep } from '#src/platform/jobs/sweep.ts'

/** Every kind of job with the function that does it. */
export const jobHandlers = (deps: Deps): JobHandlers => ({
  claimEntries: (payload) => claimEntries(deps, payload),
  expireContract: (payload) => expireContract(deps, payload),
  makeFirstSeal: (payload) => makeFirstSeal(deps, payload),
  sendSms: (payload) => sendSms(deps, payload),
  sweep: () => sweep(deps),
  verifyFinished: (payload) => verifyFinished(deps, payload),
})
