import type { Table } from '@moqi/api/table'
import { sendMailChangeCode } from '#src/accounts/bind-email.ts'
import { accountCalls } from '#src/accounts/calls.ts'
import { closeAccount } from '#src/accounts/close-account.ts'
import { usePin } from '#src/accounts/signing-pin.ts'
import { applyForSeal } from '#src/approvals/apply-for-seal.ts'
import { approvalCalls } from '#src/approvals/calls.ts'
import { batchCalls } from '#src/batches/calls.ts'
import { bulletinCalls } from '#src/bulletins/calls.ts'
import { catalogueCalls } from '#src/catalogue/calls.ts'
import { certificateCalls } from '#src/certificates/calls.ts'
import { closingCalls } from '#src/closing/calls.ts'
import { contactCalls } from '#src/contacts/calls.ts'
import { forgetContacts } from '#src/contacts/forget-contacts.ts'
import { keepParties } from '#src/contacts/keep-parties.ts'
import { contractCalls } from '#src/contracts/calls.ts'
import { sendContract } from '#src/contracts/send-contract.ts'
import { sendContracts } from '#src/contracts/several-contracts.ts'
import { deliveryCalls } from '#src/deliveries/calls.ts'
import { evidenceCalls } from '#src/evidence/calls.ts'
import { exportCalls } from '#src/exports/calls.ts'
import { fileCalls } from '#src/files/calls.ts'
import { filingCalls } from '#src/filings/calls.ts'
import { importFiling } from '#src/filings/import-filing.ts'
import { grantCalls } from '#src/grants/calls.ts'
import { helpCalls } from '#src/help/calls.ts'
import { embeddingCalls } from '#src/embedding/calls.ts'
import { identityProviderCalls } from '#src/identity-providers/calls.ts'
import { integrationCalls } from '#src/integrations/calls.ts'
import { lendingCalls } from '#src/lending/calls.ts'
import { liveCalls } from '#src/live/calls.ts'
import type { Handlers } from '#src/platform/handlers.ts'
import { memberCalls } from '#src/members/calls.ts'
import { noticeCalls } from '#src/notices/calls.ts'
import { sendOwnPhoneCode } from '#src/platform/messages/own-phone-code.ts'
import { invoiceCalls } from '#src/invoices/calls.ts'
import { operatorCalls } from '#src/operators/calls.ts'
import { exportList } from '#src/operators/export-list.ts'
import { orderCalls } from '#src/orders/calls.ts'
import { paperCalls } from '#src/papers/calls.ts'
import { groupCalls } from '#src/groups/calls.ts'
import { companySecurityCalls } from '#src/company-security/calls.ts'
import { comparisonCalls } from '#src/comparison/calls.ts'
import { printedCopyCalls } from '#src/printed-copies/calls.ts'
import { preferenceCalls } from '#src/preferences/calls.ts'
import { reportCalls } from '#src/reports/calls.ts'
import { sealCalls } from '#src/seals/calls.ts'
import { userSeals } from '#src/seals/list-seals.ts'
import { signingCalls } from '#src/signing/calls.ts'
import { checkSeveral } from '#src/signing/check-several.ts'
import { sign } from '#src/signing/sign-contract.ts'
import { signSeveral } from '#src/signing/sign-several.ts'
import { signProcessPosition } from '#src/signing/sign-process-position.ts'
import { getAuthTokenByPin, getSmsVerificationCode } from '#src/signing/will-auth.ts'
import { signCodeCalls } from '#src/sign-codes/calls.ts'
import { spaceCalls } from '#src/spaces/calls.ts'
import { statisticsCalls } from '#src/statistics/calls.ts'
import { tenantCalls } from '#src/tenants/calls.ts'
import { templateCalls } from '#src/templates/calls.ts'
import { verificationCalls } from '#src/verification/calls.ts'
import { verifyFile } from '#src/verification/verify-file.ts'
import { voidingCalls } from '#src/voiding/calls.ts'
import { voidContracts } from '#src/voiding/void-contracts.ts'
import { webhookCalls } from '#src/webhooks/calls.ts'

/** Every call of the table with the function that answers it: each feature's own, and those in which two meet. */
export const handlers: Handlers<Table> = {
  ...accountCalls,
  ...approvalCalls,
  ...batchCalls,
  ...bulletinCalls,
  ...catalogueCalls,
  ...certificateCalls,
  ...contactCalls,
  ...contractCalls,
  ...deliveryCalls,
  ...evidenceCalls,
  ...exportCalls,
  ...fileCalls,
  ...filingCalls,
  ...grantCalls,
  ...helpCalls,
  ...embeddingCalls,
  ...identityProviderCalls,
  ...integrationCalls,
  ...lendingCalls,
  ...liveCalls,
  ...memberCalls,
  ...companySecurityCalls,
  ...groupCalls,
  ...noticeCalls,
  ...invoiceCalls,
  ...operatorCalls,
  ...orderCalls,
  ...paperCalls,
  ...closingCalls,
  ...comparisonCalls,
  ...printedCopyCalls,
  ...preferenceCalls,
  ...reportCalls,
  ...sealCalls,
  ...signCodeCalls,
  ...signingCalls,
  ...spaceCalls,
  ...statisticsCalls,
  ...templateCalls,
  ...tenantCalls,
  ...verificationCalls,
  ...voidingCalls,
  ...webhookCalls,
  exportOperatorList: exportList({
    ...bulletinCalls,
    ...catalogueCalls,
    ...certificateCalls,
    ...helpCalls,
    ...operatorCalls,
    ...reportCalls,
    ...spaceCalls,
    ...tenantCalls,
  }),
  closeAccount: (deps, person, input) => closeAccount(deps, person, input, forgetContacts),
  getAuthTokenByPin: (deps, member, input) => getAuthTokenByPin(deps, member, input, usePin),
  getBatchSignSealInfo: (deps, member, input) => checkSeveral(deps, member, input, userSeals),
  getSmsVerificationCode: (deps, member, input) => {
    if (input.scene === 'sign') return getSmsVerificationCode(deps, member, input)
    return input.scene === 'mail' ? sendMailChangeCode(deps, member) : sendOwnPhoneCode(deps, member, input.scene)
  },
  signBatchProcessPosition: (deps, member, input) => signSeveral(deps, member, input, applyForSeal),
  signProcessPosition: (deps, member, input) =>
    signProcessPosition(deps, member, input, async (positionArray) => {
      const { signId, flowId, reason = '', amount, authToken = '', reading } = input
      if (flowId === undefined) return sign(deps, member, { signId, authToken, reading, positionArray })
      return applyForSeal(deps, member, { signId, authToken, flowId, reason, amount, reading, positionArray })
    }),
  importFiling: (deps, member, input) => importFiling(deps, member, input, verifyFile),
  sendTask: (deps, member, input) => sendContract(deps, member, input, keepParties),
  sendTasks: (deps, member, input) => sendContracts(deps, member, input, keepParties),
  voidTasks: (deps, member, input) =>
    voidContracts(deps, member, input, (one, signId) => sendContract(deps, one, { signId }, keepParties)),
}
